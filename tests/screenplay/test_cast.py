"""Who is in which scene, on small texts that show the faults of real scripts."""

import os
import subprocess
import sys

import pytest

from diverseed.screenplay import read
from diverseed.screenplay.cast.narrative import usage_of, words_of
from diverseed.screenplay.cast.roles import Standing, standing_of
from diverseed.screenplay.cast.silent import is_short_for


def scene(place: str, action: str, *speeches: tuple[str, str]) -> str:
    said = "".join(f"{' ' * 20}{who}\n{' ' * 10}{words}\n\n" for who, words in speeches)
    return f"INT. {place} - DAY\n\n{action}\n\n{said}"


def script_of(*scenes: str):
    return read(("FADE IN:\n\n" + "\n".join(scenes)).encode(), name="test.txt")


def present(script, number: int) -> dict[str, tuple[bool, bool]]:
    return {one.name: (one.speaks, one.acts) for one in script.scenes[number - 1].characters}


TALK = (("MARLA", "Where are we going?"), ("ODO", "Nowhere in particular, I hope."))


def test_a_role_is_present_only_where_it_speaks() -> None:
    script = script_of(
        scene("TOWER", "Marla waits. The controller looks up.", ("TOWER CONTROLLER", "You may land now."), *TALK),
        scene("STREET", "Marla passes the Tower. A controller waves. The King of the road.", *TALK),
        scene(
            "HALL", "Odo and the CONTROLLER wait for the KING.", ("KING OF THE ROAD", "Speak up, all of you!"), *TALK
        ),
    )
    assert present(script, 1) == {"MARLA": (True, True), "TOWER CONTROLLER": (True, False), "ODO": (True, False)}
    assert set(present(script, 2)) == {"MARLA", "ODO"}
    assert present(script, 3)["ODO"] == (True, True)
    assert "TOWER CONTROLLER" not in present(script, 3)
    assert {one.name: one.standing for one in script.characters}["KING OF THE ROAD"] == "role"


def test_a_word_of_a_name_that_belongs_to_another_phrase_is_not_lent() -> None:
    night = "They look out over Mon Valley. Mon Valley is dark. The lights of Mon Valley go out."
    script = script_of(
        scene("BARN", "Marla sits.", ("MON TESSLER", "The valley is lovely tonight."), *TALK),
        scene("HILL", night, *TALK),
        scene("ROAD", "Tessler waits by the car.", *TALK),
    )
    assert "MON TESSLER" not in present(script, 2)
    assert present(script, 3)["MON TESSLER"] == (False, True)


def test_people_who_never_speak_but_act_are_found_and_ships_are_not() -> None:
    acts = ("growls and shakes his head", "looks at the map", "grabs the rail", "nods")
    scenes = [
        scene(f"DECK {number}", f"Brumba {act}. The Petrel rolls. The Petrel turns. Marla sighs.", *TALK)
        for number, act in enumerate(acts)
    ]
    script = script_of(*scenes, scene("HARBOUR", "Brumbie sleeps. Brumbie snores. Brumbie wakes.", *TALK))
    silent = {one.name: one for one in script.characters if not one.speaks}
    assert set(silent) == {"BRUMBA"}
    assert silent["BRUMBA"].scenes == (1, 2, 3, 4)
    assert present(script, 1)["BRUMBA"] == (False, True)


def test_a_silent_name_has_two_halves_and_an_adjective_makes_no_name() -> None:
    acts = ("Zeb Korr aims at them.", "Korr fires. Zeb Korr kneels.", "Korr falls. The young Keld runs off.")
    scenes = [
        scene(f"DECK {n}", f"Marla aims. Odo fires. The young Keld nods. {act}", *TALK) for n, act in enumerate(acts)
    ]
    silent = {one.name: one for one in script_of(*scenes).characters if not one.speaks}
    assert len(silent) == 1
    (one,) = silent.values()
    assert {one.name, *one.aliases} == {"ZEB", "KORR"}
    assert one.scenes == (1, 2, 3)


def test_what_somebody_silent_does_counts_under_both_halves_of_the_name() -> None:
    acts = ("Here Zeb nods, and they see Zeb Korr.", "Then Korr kneels.", "Then Korr stares. It is Zeb Korr.")
    script = script_of(*(scene(f"DECK {n}", act, *TALK) for n, act in enumerate(acts)))
    (one,) = (one for one in script.characters if not one.speaks)
    assert {one.name, *one.aliases} == {"ZEB", "KORR"}
    assert one.scenes == (1, 2, 3)


def test_short_forms() -> None:
    assert is_short_for("STAN", "STANLEY")
    assert is_short_for("BRUMBIE", "BRUMBACCA")
    assert is_short_for("TIKO", "TIKO-TAKO")
    assert not is_short_for("DAN", "DANA")
    assert not is_short_for("MARLA", "ODO")


def test_second_names_join() -> None:
    script = script_of(
        scene("BAR", "ODO RIMMER (40) sits. Odo Rimmer drinks.", *TALK),
        scene("CAR", "Rimmer drives.", ("MARLA", "Slow down, please.")),
        scene("YARD", "Odo Rimmer again.", ("MARLA", "Who was that man?"), ("RIMMER", "It was only me.")),
        scene("ROAD", "Dust.", *TALK),
    )
    people = {one.name: one for one in script.characters}
    assert set(people) == {"MARLA", "ODO"}
    assert "RIMMER" in people["ODO"].aliases
    assert people["ODO"].scenes == (1, 2, 3, 4)


def test_voices_slashes_and_slips_of_scanners_go_to_their_person() -> None:
    many = [scene(f"ROOM {n}", "They wait.", *TALK, *TALK, *TALK) for n in range(3)]
    script = script_of(
        *many,
        scene("ATTIC", "Dust.", ("MARLA'S VOICE", "I am up here!"), ("O D O", "I can hear you.")),
        scene("CELLAR", "Dark.", ("MARLA/ODO", "Not down there!")),
        scene("PORCH", "Rain.", ("MARLS", "Somebody let me in."), ("ODO V/0", "The door is open.")),
    )
    assert {one.name for one in script.characters} == {"MARLA", "ODO"}
    assert [set(present(script, number)) for number in (4, 5, 6)] == [{"MARLA", "ODO"}] * 3


@pytest.mark.parametrize("cue", ["MARLA'S VOICE/ODO'S VOICE", "MARLA'S VOICE AND ODO", "MARLA AS ODO'S VOICE"])
def test_a_voice_beside_another_is_taken_apart_too(cue: str) -> None:
    voices = (("MARLA'S VOICE", "Who is there?"), ("ODO'S VOICE", "It is only me."), ("MARLA AS ODO", "Only me!"))
    script = script_of(scene("ATTIC", "Dust.", *TALK, *voices), scene("STREET", "Rain.", (cue, "Hello!")))
    assert {one.name for one in script.characters} == {"MARLA", "ODO"}


@pytest.mark.parametrize("first", ["Brumba looks up and nods.", "BRUMBA (50) looks up."])
def test_who_speaks_only_as_a_voice_and_is_seen_is_one_person(first: str) -> None:
    acts = (first, "Brumba grabs the rail.", "Then Brumba sits down.", "Here Brumba stares.")
    voice = ("BRUMBA'S VOICE", "Hello out there.")
    scenes = (scene(f"DECK {n}", act, *TALK, *((voice,) if n in (1, 2) else ())) for n, act in enumerate(acts))
    script = script_of(*scenes)
    (one,) = (one for one in script.characters if one.name not in ("MARLA", "ODO"))
    assert (one.name, one.scenes, one.speeches) == ("BRUMBA", (1, 2, 3, 4), 2)
    assert present(script, 2)["BRUMBA"] == (True, True)


def test_two_people_one_letter_apart_stay_two_where_they_meet_or_are_seen() -> None:
    talk = [("MARLA", "Here we are again."), ("ODO", "So it seems, so it seems.")] * 5
    met = script_of(scene("ROOM", "They wait.", *talk, ("MARLO", "And here am I as well.")))
    assert {one.name for one in met.characters} == {"MARLA", "ODO", "MARLO"}
    seen = script_of(
        scene("ROOM", "They wait.", *talk), scene("YARD", "In comes Marlo.", ("MARLO", "Good evening, all."))
    )
    assert {one.name for one in seen.characters} == {"MARLA", "ODO", "MARLO"}


def test_a_slip_of_a_slip_of_another_spelling_goes_to_the_last_of_them() -> None:
    script = script_of(
        scene("ROOM", "Here Van Ter comes in and Van Ter sits.", *[("VANTER", "Yes, you.")] * 30),
        scene("HALL", "Rain.", ("VAN TER", "Yes, you."), ("BOB", "I know.")),
        scene("YARD", "Rain.", *[("VANDER", "Yes, you.")] * 5, ("BOB", "I know.")),
        scene("ROOF", "Rain.", ("VANDEX", "Yes, you."), ("BOB", "I know.")),
    )
    assert [person.name for person in script.characters] == ["VAN TER", "BOB"]


def test_two_names_in_one_narrow_column_are_two_people_however_often_they_speak_at_once() -> None:
    talk = [("RUTH", "Is it you?"), ("OMAR", "I know.")] * 20
    script = script_of(scene("ROOM", "Rain.", *talk), scene("HALL", "Rain.", *[("RUTH OMAR", "Yes, you.")] * 4, *talk))
    assert {person.name: person.speeches for person in script.characters} == {"RUTH": 44, "OMAR": 44}


def test_first_letters_that_a_scanner_lost() -> None:
    people = ("MARLA", "ODETTE", "HECTOR")
    talk = [(who, "Here we are again.") for who in people] * 3
    lost = [(who[1:], "So it seems to me as well.") for who in people]
    assert {one.name for one in script_of(scene("ROOM", "They wait.", *talk, *lost)).characters} == set(people)
    two = script_of(scene("ROOM", "They wait.", *talk, *lost[:2]))
    assert {one.name for one in two.characters} == {*people, "ARLA", "DETTE"}


@pytest.mark.parametrize(
    "action",
    [
        "On the wall is a photograph of Marla.",
        'A sign reads "Marla was here" in red.',
        "Odo looks out of Marla's window.",
    ],
)
def test_pictures_signs_and_possessives_make_nobody_present(action: str) -> None:
    script = script_of(scene("ROOM", "They wait.", *TALK), scene("HALL", action, ("ODO", "Nobody is home, then.")))
    assert "MARLA" not in present(script, 2)


def test_a_name_with_a_small_particle_is_a_name() -> None:
    """The script writes d'Ombre with a small d: it is no noun for that."""
    names = ("D'OMBRE", "I must go, you know."), ("ODO", "Then go.")
    script = script_of(*(scene(f"ROOM {n}", "Then d'Ombre nods, and d'Ombre sits.", *names[n > 1 :]) for n in range(3)))
    assert script.characters[0].standing == "name"
    assert "D'OMBRE" in present(script, 3)


def test_a_name_with_and_without_its_accent_is_one_person() -> None:
    talk = ("TÉNNA", "I am one."), ("ODO", "You are, Tenna."), ("TENNA", "And the same.")
    script = script_of(*(scene(f"ROOM {n}", "Dust.", *talk) for n in range(2)))
    assert {one.name: one.speeches for one in script.characters} == {"TÉNNA": 4, "ODO": 2}
    kana = (("かな", "I am one, am I not?"), ("がな", "I am another, you know."))
    script = script_of(*(scene(f"ROOM {n}", "Dust.", *kana) for n in range(2)))
    assert len(script.characters) == 2


def test_the_camera_is_not_a_person() -> None:
    action = "Slowly Camera moves in. Then Camera turns. Here Camera stops and Camera looks."
    script = script_of(*(scene(f"ROOM {n}", action, *TALK) for n in range(5)))
    assert [one.name for one in script.characters] == ["MARLA", "ODO"]


def test_lists_are_ranked_by_scenes_and_speeches_and_groups_come_last() -> None:
    scenes = [scene(f"ROOM {n}", "Odo waits.", ("MARLA", "Now listen to me."), ("ALL", "Yes, yes!")) for n in range(4)]
    script = script_of(*scenes, scene("YARD", "Dust.", ("ODO", "At last I may speak.")))
    assert [one.name for one in script.characters] == ["MARLA", "ODO", "ALL"]
    assert script.characters[1].prominence == pytest.approx(5**0.5)


def test_a_man_in_distant_scenes_is_not_one_person_in_the_ranking() -> None:
    man = ("MAN", "Who goes there at this hour?")
    vidal = ("VIDAL", "Nobody you need to know.")
    distant = [scene(f"ROOM {n}", "Dust.", *((man,) if n in (1, 4, 7) else ()), *TALK) for n in range(9)]
    near = [scene(f"ROOM {n}", "Dust.", *((man,) if n in (1, 2, 3) else ()), *TALK) for n in range(9)]
    end = scene("YARD", "Dust.", vidal, vidal)
    for scenes, expected in ((distant, ["VIDAL", "MAN"]), (near, ["MAN", "VIDAL"])):
        names = [one.name for one in script_of(*scenes, end).characters]
        assert [name for name in names if name in expected] == expected


def test_sounds_and_notes_without_a_name_are_not_people() -> None:
    script = script_of(
        scene("HALL", "A crash outside.", ("CRASH", "Boom, boom, boom."), ("SFX: SIREN", "Wailing outside."), *TALK),
        scene("CAR", "Dust.", ("V.O.", "As I said before."), ("EXPLOSION", "Ka-boom, twice."), *TALK),
    )
    assert {one.name for one in script.characters} == {"MARLA", "ODO"}
    called = script_of(
        *(scene(f"R {n}", "Young Crash sits. Old Crash.", ("CRASH", "That is me."), *TALK) for n in range(3))
    )
    assert "CRASH" in {one.name for one in called.characters}


def test_two_under_one_cue_by_the_beginning_of_their_names() -> None:
    script = script_of(
        scene("HALL", "Dust.", ("BRAN MOLL", "Good evening to you."), ("ODO", "And to you."), *TALK),
        scene("CAR", "Dust.", ("BRAN & ODO", "Together at last!"), *TALK),
    )
    assert present(script, 2).keys() == {"BRAN MOLL", "ODO", "MARLA"}


def test_somebody_who_is_everywhere_and_says_nothing_is_reported_with_the_word_that_matched() -> None:
    scenes = [scene(f"ROOM {n}", "Odo walks past.", ("MARLA", "Now listen to me.")) for n in range(12)]
    script = script_of(*scenes, scene("YARD", "Dust.", ("ODO", "At last I may speak.")))
    message = next(one.message for one in script.warnings if "'ODO'" in one.message)
    assert "13 scenes" in message
    assert "speaks once" in message
    assert "found in the narrative by 'ODO'" in message


def test_page_furniture_and_shots_are_not_people() -> None:
    shots = f"{' ' * 20}GROUP SHOT\n\nThey all wave.\n\n{' ' * 20}MED. CLOSE SHOT\n\nMarla smiles.\n\n"
    footer = "\n\n\nThe Long Wait\nWriters :   A. Nonym\nGenres :   Drama\nUser Comments\n\n\nBack to Scripts\n"
    script = script_of(scene("ROOM", "They wait.", *TALK) + shots + footer)
    assert {one.name for one in script.characters} == {"MARLA", "ODO"}
    assert script.title == "The Long Wait"
    assert not [one for one in script.warnings if "Writers" in one.message or "Long Wait" in one.message]
    assert all(line.furniture for line in script.lines if "Genres" in line.text)


@pytest.mark.parametrize(
    ("cue", "standing"),
    [
        ("MARLA", Standing.NAME),
        ("OFFICER MARLA", Standing.NAME),
        ("IMPERIAL OFFICER", Standing.ROLE),
        ("KING OF THE DEAD", Standing.ROLE),
        ("GUARD #2", Standing.ROLE),
        ("PIRATE", Standing.ROLE),
        ("STOKER", Standing.ROLE),  # a noun the script writes small
        ("STOKERS", Standing.GROUP),
        ("ALL", Standing.GROUP),
        ("RADIO VOICE", Standing.VOICE),
        ("GROUP SHOT", Standing.NOBODY),
    ],
)
def test_standing(cue: str, standing: Standing) -> None:
    usage = usage_of([words_of([(1, "The stoker shovels. Another stoker sleeps. Marla waits.")])])
    assert standing_of(cue, usage) is standing


def test_who_joins_whom_does_not_depend_on_the_order_of_sets() -> None:
    """Either CHARLIE or DEPUTY WADE may be DEPUTY CHARLIE WADE, not both: they speak in one scene."""
    text = "FADE IN:\n\n" + "\n".join(
        [
            scene("JAIL", "They wait.", ("CHARLIE", "Who is there?"), ("DEPUTY WADE", "Only me, as always.")),
            scene("ROAD", "They ride.", ("DEPUTY CHARLIE WADE", "Keep up, will you?"), *TALK),
            scene("BARN", "They rest.", ("CHARLIE", "Are we there yet?"), *TALK),
        ]
    )
    program = (
        "import sys; from diverseed.screenplay import read; script = read(sys.stdin.buffer.read(), name='test.txt'); "
        "print([(one.name, one.aliases) for one in script.characters])"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=text.encode(),
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        ).stdout
        for seed in range(1, 5)
    }
    assert len(found) == 1
    assert b"DEPUTY CHARLIE WADE" in found.pop()
