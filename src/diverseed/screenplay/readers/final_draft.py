"""Final Draft documents (FDX): XML whose paragraphs carry their kind. Entities and external references are refused."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from ...errors import InputError
from ..records import Kind, Line
from ..vocabulary import OMITTED

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


class _NumberedTree(TreeBuilder):
    """Gives every element the line of the file that it starts on."""

    position: Any

    def start(self, tag: str, attributes: dict[str, str], /) -> Element:
        return super().start(tag, attributes | {"line": str(self.position.CurrentLineNumber)})


def read_final_draft(data: bytes, name: str) -> tuple[str, list[Line]]:
    """Title and tagged paragraphs of an FDX document; ``line`` is the line of the XML file a paragraph starts on."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    tree = _NumberedTree()
    parser = DefusedXMLParser(target=tree, forbid_dtd=True)
    tree.position = parser.parser
    try:
        parser.feed(data)
        root = parser.close()
    except DefusedXmlException as error:
        raise InputError(
            f"{name} declares a document type, entities or other files ({type(error).__name__}); such documents are "
            "refused. Save it again from Final Draft, which writes neither."
        ) from error
    except (ParseError, ValueError, LookupError) as error:
        raise InputError(
            f"{name} is damaged XML: {error}. Save it again from Final Draft, or export plain text or a PDF."
        ) from error
    if root.tag != "FinalDraft":
        raise InputError(
            f"{name} is XML with the root <{root.tag[:40]}>, not a Final Draft document (<FinalDraft>). "
            "Export it as FDX, Fountain, plain text or PDF."
        )
    title = next(filter(None, map(_text, root.iterfind("TitlePage/Content/Paragraph"))), "")
    return title[:200], [line for line in map(_line, _paragraphs(root)) if line.text]


def _paragraphs(root: Element) -> Iterator[Element]:
    """Those of the script: not of notes, omitted scenes and running heads, which have paragraphs as well."""
    for paragraph in root.iterfind("Content/Paragraph"):
        yield paragraph
        yield from paragraph.iterfind("DualDialogue/Paragraph")


def _line(paragraph: Element) -> Line:
    text = _text(paragraph)
    kind = _KINDS.get(paragraph.get("Type", "General").strip().lower(), Kind.OTHER)
    if kind is Kind.HEADING and OMITTED.match(text):
        kind = Kind.OTHER  # what is left of a scene that was taken out
    number = paragraph.get("Number") if kind is Kind.HEADING else None
    return Line(int(paragraph.get("line", 0)), kind, 1.0, text, scene_number=number)


def _text(paragraph: Element) -> str:
    return " ".join("".join("".join(text.itertext()) for text in paragraph.iterfind("Text")).split())
