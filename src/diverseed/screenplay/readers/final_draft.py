"""Final Draft documents (FDX): XML whose paragraphs carry their kind. Entities and external references are refused."""

from dataclasses import dataclass, field

from ...errors import InputError
from ..records import Kind, Line

_KINDS = {
    "scene heading": Kind.HEADING,
    "action": Kind.NARRATIVE,
    "character": Kind.CHARACTER,
    "dialogue": Kind.DIALOGUE,
    "lyrics": Kind.DIALOGUE,
    "parenthetical": Kind.EXPRESSION,
    "transition": Kind.TRANSITION,
    "shot": Kind.NARRATIVE,
    "general": Kind.NARRATIVE,
}


@dataclass
class _Paragraph:
    line: int
    kind: Kind
    number: str | None
    pieces: list[str] = field(default_factory=list)


class _Collector:
    """Target of the XML parser: keeps paragraphs of the script and of the title page, with the line each starts on."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.title: list[str] = []
        self.root = ""
        self.line_number = 0
        self._open: list[_Paragraph] = []
        self._in_title_page = False
        self._in_text = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.root = self.root or tag
        if tag == "TitlePage":
            self._in_title_page = True
        elif tag == "Paragraph":
            kind = _KINDS.get(attributes.get("Type", "General").strip().lower(), Kind.OTHER)
            self._open.append(_Paragraph(self.line_number, kind, attributes.get("Number")))
        elif tag == "Text":
            self._in_text = True

    def end(self, tag: str) -> None:
        if tag == "TitlePage":
            self._in_title_page = False
        elif tag == "Text":
            self._in_text = False
        elif tag == "Paragraph" and self._open:
            self._close(self._open.pop())

    def data(self, text: str) -> None:
        if self._in_text and self._open:
            self._open[-1].pieces.append(text)

    def close(self) -> None:
        """Nothing is pending at the end of the document."""

    def _close(self, paragraph: _Paragraph) -> None:
        text = " ".join("".join(paragraph.pieces).split())
        if self._in_title_page:
            self.title += [text] if text else []
        elif text:
            number = paragraph.number if paragraph.kind is Kind.HEADING else None
            self.lines.append(Line(paragraph.line, paragraph.kind, 1.0, text, scene_number=number))


def read_final_draft(data: bytes, name: str) -> tuple[str, list[Line]]:
    """Title and tagged paragraphs of an FDX document; ``line`` is the line of the XML file a paragraph starts on."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    collector = _Collector()
    parser = DefusedXMLParser(target=collector, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    _follow_lines(parser.parser, collector)
    try:
        parser.feed(data)
        parser.close()
    except DefusedXmlException as error:
        raise InputError(
            f"{name} declares a document type, entities or other files ({type(error).__name__}); such documents are "
            f"refused. "
            "Save it again from Final Draft, which writes neither."
        ) from error
    except (ParseError, ValueError, LookupError) as error:
        raise InputError(
            f"{name} is damaged XML: {error}. Save it again from Final Draft, or export plain text or a PDF."
        ) from error
    if collector.root != "FinalDraft":
        raise InputError(
            f"{name} is XML with the root <{collector.root[:40]}>, not a Final Draft document (<FinalDraft>). "
            "Export it as FDX, Fountain, plain text or PDF."
        )
    return (collector.title[0][:200] if collector.title else ""), collector.lines


def _follow_lines(expat: object, collector: _Collector) -> None:
    """Tell the collector the source line before every element starts (the XML target interface has no positions)."""
    start = expat.StartElementHandler  # type: ignore[attr-defined]

    def with_line(tag: str, attributes: list[str]) -> None:
        collector.line_number = expat.CurrentLineNumber  # type: ignore[attr-defined]
        start(tag, attributes)

    expat.StartElementHandler = with_line  # type: ignore[attr-defined]
