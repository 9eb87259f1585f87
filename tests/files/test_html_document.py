"""The frame of pages: what it escapes and what it forbids."""

from html.parser import HTMLParser

from diverseed.files.html_document import html_document


class _Heads(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.policy = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"] or ""


def test_titles_stay_text_and_everything_else_is_forbidden() -> None:
    parser = _Heads()
    parser.feed(html_document("</title><script>alert(1)</script>", "<p>x</p>", style="p { color: red }"))
    assert "script" not in parser.tags
    directives = dict(part.strip().split(" ", 1) for part in parser.policy.split(";"))
    assert directives["default-src"] == directives["base-uri"] == directives["form-action"] == "'none'"
    assert "script-src" not in directives


def test_a_page_may_be_allowed_its_own_script() -> None:
    parser = _Heads()
    parser.feed(html_document("x", "", style="", allowed="script-src 'sha256-abc'"))
    assert "script-src 'sha256-abc'" in parser.policy
    assert parser.policy.startswith("default-src 'none'")
