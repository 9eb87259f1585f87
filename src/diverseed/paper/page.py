"""The report: one self-contained HTML page, no script, nothing loaded."""

from .. import __version__
from ..files.pages import page
from .findings import RULE
from .reproduce import Reproduction


def to_page(reproduction: Reproduction) -> str:
    """All findings with their tables and pictures."""
    settings = reproduction.settings
    facts: list[tuple[str, object]] = [
        ("runs", settings.runs),
        ("random seed", settings.seed),
        ("diverseed", __version__),
    ]
    if settings.screenplays is not None:
        facts.append(("screenplays", "the user's own copies"))
    return page(
        "paper.html",
        title="The paper, reproduced",
        kind="paper",
        findings=reproduction.findings,
        n_compared=len(reproduction.compared),
        n_within=reproduction.n_within,
        rule=RULE,
        facts=facts,
        repeat=(),
    )
