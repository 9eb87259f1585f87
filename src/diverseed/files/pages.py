"""HTML pages from the templates of the package: self-contained, all text escaped, closed to anything from elsewhere."""

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from .decoding import printable

if TYPE_CHECKING:
    from jinja2 import Environment


def page(template: str, *, title: str, kind: str = "", style: str = "", script: str = "", **values: Any) -> str:
    """A whole page. Its content security policy lets nothing be loaded, and no other script and no form work.

    Parameters
    ----------
    template : its file name. It extends ``page.html``, and everything that it inserts is escaped unless it is Markup.
    title : plain text
    kind : class of the body, by which the stylesheet tells the pages apart
    style : CSS added to the shared stylesheet
    script : the one script that may run; the template inserts it
    values : what the template shows
    """
    style = _shared_style() + style
    allowed = "style-src 'unsafe-inline'; img-src data:"
    if script:
        allowed = f"style-src '{_digest(style)}'; script-src '{_digest(script)}'; img-src blob: data:"
    policy = f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
    ours = {"style": Markup(style), "script": Markup(script), "policy": Markup(policy)}
    return fragment(template, title=title, kind=kind, **ours, **values)


def fragment(template: str, **values: Any) -> str:
    """What a template makes of the values, with no control characters."""
    return printable(_environment().get_template(template).render(**values))


@cache
def _shared_style() -> str:
    return (files("diverseed") / "templates" / "page.css").read_text(encoding="utf-8")


def shortened(text: object, longest: int = 80) -> str:
    """Text from the data, cut to a length."""
    whole = str(text)
    return whole if len(whole) <= longest else whole[: longest - 1] + "…"


def counted(number: int, what: str) -> str:
    """A number and what it counts: "1 scene", "2,000 scenes"."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("diverseed"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"shortened": shortened, "counted": counted}
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    return environment
