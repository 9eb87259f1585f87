import pytest

from diverseed.errors import InputError
from diverseed.screenplay import Kind, read

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n'
GOOD = (
    HEAD
    + """<FinalDraft DocumentType="Script" Version="1">
<Content>
<Paragraph Number="7" Type="Scene Heading"><SceneProperties Length="1"/><Text>INT. HOUSE - DAY</Text></Paragraph>
<Paragraph Type="Action"><Text>Maria sits. Ольга is not here.</Text></Paragraph>
<Paragraph Type="Character">
<Text>MA</Text><Text Style="Bold">RIA</Text>
</Paragraph>
<Paragraph><DualDialogue>
<Paragraph Type="Dialogue"><Text>Fish &amp; chips</Text></Paragraph>
<Paragraph Type="Character"><Text>小林</Text></Paragraph>
<Paragraph Type="Dialogue"><Text>はい</Text></Paragraph>
</DualDialogue></Paragraph>
<Paragraph Type="Transition"><Text>CUT TO:</Text></Paragraph>
</Content>
<TitlePage><Content><Paragraph><Text>My Film</Text></Paragraph></Content></TitlePage>
</FinalDraft>"""
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_paragraphs_keep_kind_and_source_line(encoding):
    script = read(GOOD.replace("UTF-8", encoding.upper()).encode(encoding), name="film.fdx")
    assert (script.format, script.title) == ("fdx", "My Film")
    assert [(line.number, line.kind, line.text) for line in script.lines] == [
        (4, Kind.HEADING, "INT. HOUSE - DAY"),
        (5, Kind.NARRATIVE, "Maria sits. Ольга is not here."),
        (6, Kind.CHARACTER, "MARIA"),
        (10, Kind.DIALOGUE, "Fish & chips"),
        (11, Kind.CHARACTER, "小林"),
        (12, Kind.DIALOGUE, "はい"),
        (14, Kind.TRANSITION, "CUT TO:"),
    ]
    assert script.scenes[0].parsed.scene_number == "7"
    assert {person.name: person.words for person in script.scenes[0].characters} == {"MARIA": 3, "小林": 1}


def test_notes_omitted_scenes_and_running_heads_are_left_out():
    extra = """<Paragraph Type="Scene Heading"><Text>OMITTED</Text>
<OmittedScene><Paragraph Type="Scene Heading"><Text>EXT. GARDEN - DAY</Text></Paragraph></OmittedScene></Paragraph>
<Paragraph Type="Action"><ScriptNote><Paragraph><Text>too long</Text></Paragraph></ScriptNote><Text>Rain.</Text>
</Paragraph></Content><HeaderAndFooter><Header><Paragraph><Text>Draft</Text></Paragraph></Header></HeaderAndFooter>
<ScriptNotes><ScriptNote><Paragraph><Text>ask Olga</Text></Paragraph></ScriptNote></ScriptNotes>"""
    script = read(GOOD.replace("</Content>", extra, 1).encode(), name="film.fdx")
    assert [line.text for line in script.lines][-3:] == ["CUT TO:", "OMITTED", "Rain."]
    assert script.title == "My Film"
    assert [scene.heading for scene in script.scenes] == ["INT. HOUSE - DAY"]


@pytest.mark.parametrize(
    "attack",
    [
        '<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><FinalDraft>&b;</FinalDraft>',
        '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/hostname">]><FinalDraft>&x;</FinalDraft>',
        '<!DOCTYPE l SYSTEM "http://example.invalid/l.dtd"><FinalDraft/>',
    ],
)
def test_entities_and_external_files_are_refused(attack):
    with pytest.raises(InputError, match="refused"):
        read((HEAD + attack).encode(), name="bomb.fdx")


@pytest.mark.parametrize(
    ("xml", "message"),
    [(GOOD[:300], "damaged XML"), (HEAD + "<recipe/>", "<recipe>"), (HEAD + "<FinalDraft></FinalDraft>", "screenplay")],
)
def test_other_xml_gets_a_clear_message(xml, message):
    with pytest.raises(InputError, match=message):
        read(xml.encode(), name="other.fdx")
