"""Final Draft documents (FDX): XML whose paragraphs carry their kind. Entities and external references are refused."""

from dataclasses import replace
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl

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


class _Collector(ContentHandler):
    """Keeps the paragraphs of the script and of the title page, with the line each starts on."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self.title: list[str] = []
        self.root = ""
        self._open: list[tuple[Line, list[str]]] = []
        self._in_title_page = False
        self._in_text = False

    def startElement(self, tag: str, attributes: AttributesImpl) -> None:  # noqa: N802
        self.root = self.root or tag
        if tag == "TitlePage":
            self._in_title_page = True
        elif tag == "Paragraph":
            kind = _KINDS.get(attributes.get("Type", "General").strip().lower(), Kind.OTHER)
            number = attributes.get("Number") if kind is Kind.HEADING else None
            start = self._locator.getLineNumber()  # type: ignore[attr-defined]
            self._open.append((Line(start, kind, 1.0, "", scene_number=number), []))
        elif tag == "Text":
            self._in_text = True

    def endElement(self, tag: str) -> None:  # noqa: N802
        if tag == "TitlePage":
            self._in_title_page = False
        elif tag == "Text":
            self._in_text = False
        elif tag == "Paragraph" and self._open:
            line, pieces = self._open.pop()
            if text := " ".join("".join(pieces).split()):
                if self._in_title_page:
                    self.title.append(text)
                else:
                    self.lines.append(replace(line, text=text))

    def characters(self, text: str) -> None:
        if self._in_text and self._open:
            self._open[-1][1].append(text)


def read_final_draft(data: bytes, name: str) -> tuple[str, list[Line]]:
    """Title and tagged paragraphs of an FDX document; ``line`` is the line of the XML file a paragraph starts on."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.sax import parseString

    collector = _Collector()
    try:
        parseString(data, collector, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    except DefusedXmlException as error:
        raise InputError(
            f"{name} declares a document type, entities or other files ({type(error).__name__}); such documents are "
            "refused. Save it again from Final Draft, which writes neither."
        ) from error
    except (SAXParseException, ValueError, LookupError) as error:
        raise InputError(
            f"{name} is damaged XML: {error}. Save it again from Final Draft, or export plain text or a PDF."
        ) from error
    if collector.root != "FinalDraft":
        raise InputError(
            f"{name} is XML with the root <{collector.root[:40]}>, not a Final Draft document (<FinalDraft>). "
            "Export it as FDX, Fountain, plain text or PDF."
        )
    return (collector.title[0][:200] if collector.title else ""), collector.lines
