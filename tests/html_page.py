"""What a browser would make of a page."""

from html.parser import HTMLParser


class HtmlPage(HTMLParser):
    """Tags, attributes that run scripts, addresses that are loaded, and whether each tag that opens closes."""

    VOID = frozenset({"meta", "br", "img", "hr", "input"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.handlers: list[str] = []
        self.loaded: list[str] = []
        self.policy = ""
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs) -> None:
        self._see(tag, attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self._see(tag, attrs)

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        self.words.append(data)

    def _see(self, tag, attrs) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.handlers += [name for name in given if name.startswith("on")]
        self.loaded += [given[name] for name in ("src", "href", "xlink:href") if given.get(name)]
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
