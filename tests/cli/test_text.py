"""The text command: what it reads, prints and writes."""

import csv
import json
from io import StringIO

import pytest
import typer
from typer.testing import CliRunner

from diverseed.cli import app
from diverseed.cli.text import text
from diverseed.errors import InputError

LINES = ["Old mill road", "The old mill road", "Old mil road", "Harbour pier", "The harbour pier", "Harbor pier"]
LOG = [f"user {name} logged in from 10.0.0.{i}" for i, name in enumerate("abcdefghijkl" * 3)] + ["disk 7 is full"] * 3


@pytest.fixture
def run():
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(text)

    def invoke(*arguments, **options):
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], **options)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "app.log"
    path.write_text("\n".join(LOG) + "\n", encoding="utf-8")
    return path


def table(path):
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_json_has_the_promised_keys(run, file):
    result = json.loads(run(file, "--json").stdout)
    assert {"n", "n_distinct", "n_clusters", "numbers", "granularity", "cut", "chance", "clusters"} <= set(result)
    assert (result["n"], result["n_distinct"], result["n_clusters"]) == (6, 6, 2)
    first = result["clusters"][0]
    assert {"id", "size", "representative", "shared_words", "height", "lines"} <= set(first)
    assert 0 < first["height"] <= result["cut"]
    groups = [[line["text"] for line in cluster["lines"]] for cluster in result["clusters"]]
    assert groups == [LINES[:3], LINES[3:]]


def test_json_holds_no_line_twice(run):
    result = json.loads(run("-", "--json", input="one door\ntwo doors\none door\none door\n?\n").stdout)
    lines = [line for cluster in result["clusters"] for line in cluster["lines"]]
    assert {line["text"]: line["rows"] for line in lines} == {"one door": [0, 2, 3], "two doors": [1]}
    assert len(lines) == 2
    assert result["without_a_word"] == [4]


def test_json_of_a_log_has_templates_and_parameters(run, log):
    result = json.loads(run(log, "--json").stdout)
    first, second = result["clusters"]
    assert first["template"] == "user <*> logged in from <*>"
    assert first["lines"][2]["parameters"] == ["c", "10.0.0.2"]
    assert (second["template"], second["size"], second["lines"][0]["rows"]) == ("disk <*> is full", 3, [36, 37, 38])


def test_standard_input_and_carriage_returns(run):
    result = json.loads(run("-", "--json", "--k", "1", input="one door\r\ntwo doors\r\n").stdout)
    assert [line["text"] for line in result["clusters"][0]["lines"]] == ["one door", "two doors"]


def test_files_are_written_and_named_on_standard_error(run, file, tmp_path):
    out, report = tmp_path / "clusters.csv", tmp_path / "report.html"
    result = run(file, "--out", out, "--report", report)
    assert str(out) in result.stderr
    rows = table(out)
    assert list(rows[0]) == ["line", "text", "cluster", "canonical", "similarity"]
    assert [row["text"] for row in rows] == LINES
    assert [row["cluster"] for row in rows] == ["0"] * 3 + ["1"] * 3
    assert {row["canonical"] for row in rows if row["similarity"] == "1.000"} == {row["canonical"] for row in rows}
    assert "ld mill road" in report.read_text(encoding="utf-8")


def test_all_columns_are_kept_and_names_taken_get_a_number(run, tmp_path):
    path, out = tmp_path / "t.csv", tmp_path / "o.csv"
    rows = [["id", "cluster", "title"], *([str(i), "x, y", line] for i, line in enumerate(LINES)), ["9", "short"]]
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)
    run(path, "--column", "title", "--out", out)
    written = table(out)
    assert list(written[0]) == ["id", "cluster", "title", "cluster_2", "canonical", "similarity"]
    assert [[row["id"], row["cluster"], row["title"]] for row in written[:-1]] == rows[1:-1]
    assert (written[-1]["id"], written[-1]["title"], written[-1]["cluster_2"]) == ("9", "", "-1")


def test_a_log_has_template_and_parameters_in_its_table_and_report(run, log, tmp_path):
    out, report = tmp_path / "o.csv", tmp_path / "r.html"
    result = run(log, "--out", out, "--report", report)
    assert "masked" in result.stderr
    rows = table(out)
    assert (rows[1]["template"], json.loads(rows[1]["parameters"])) == (
        "user <*> logged in from <*>",
        ["b", "10.0.0.1"],
    )
    page = report.read_text(encoding="utf-8")
    assert 'user <b class="slot">&lt;*&gt;</b> logged in' in page
    assert 'user <b class="slot">b</b> logged in from <b class="slot">10.0.0.1</b>' in page


def test_save_and_apply(run, log, tmp_path):
    groups, later, out = tmp_path / "g.json", tmp_path / "later.log", tmp_path / "o.csv"
    run(log, "--save", groups)
    later.write_text("disk 3 is full\nuser zoe logged in from 10.1.1.1\nfan 2 stopped\nfan 9 stopped\n")
    shown = run(later, "--apply", groups, "--out", out).stdout
    assert "2 of 4 lines match 2 of 2 groups; 2 lines are new" in shown
    assert "new: fan <*> stopped" in shown
    assert [row["cluster"] for row in table(out)] == ["1", "0", "-1", "-1"]
    assert [row["parameters"] for row in table(out)][:2] == ['["3"]', '["zoe", "10.1.1.1"]']
    result = json.loads(run(later, "--apply", groups, "--json").stdout)
    assert result["labels"] == [1, 0, -1, -1]
    assert result["new"] == [{"text": "fan <*> stopped", "count": 2}]
    with pytest.raises(InputError, match="--apply cannot be combined with"):
        run(later, "--apply", groups, "--save", tmp_path / "h.json")


@pytest.mark.parametrize("option", ["--out", "--report", "--save"])
def test_an_input_is_never_written_over(run, file, option):
    with pytest.raises(InputError, match="would overwrite the input"):
        run(file, option, file)
    assert file.read_text(encoding="utf-8").splitlines() == LINES


def test_two_outputs_need_two_names(run, file, tmp_path):
    with pytest.raises(InputError, match="would overwrite --out"):
        run(file, "--out", tmp_path / "x", "--report", tmp_path / "x")


@pytest.mark.parametrize(("name", "mark"), [("t.csv", ","), ("t.tsv", "\t"), ("t.csv", ";")])
def test_a_column_of_a_table(run, tmp_path, name, mark):
    path = tmp_path / name
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=mark).writerows([["id", "title"], *([i, line] for i, line in enumerate(LINES))])
    result = json.loads(run(path, "--column", "title", "--json").stdout)
    assert (result["n"], result["n_clusters"]) == (6, 2)


def test_a_column_of_a_workbook(run, tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in [["id", "title"], *enumerate(LINES)]:
        book.active.append(row)
    book.save(tmp_path / "t.xlsx")
    result = json.loads(run(tmp_path / "t.xlsx", "--column", "title", "--json").stdout)
    assert (result["n"], result["n_clusters"]) == (6, 2)
    with pytest.raises(InputError, match=r"--column; it has 'id', 'title'"):
        run(tmp_path / "t.xlsx")
    book.create_sheet("more").append(["name"])
    book["more"].append([LINES[0]])
    book.save(tmp_path / "t.xlsx")
    result = json.loads(run(tmp_path / "t.xlsx", "--sheet", "more", "--column", "name", "--json").stdout)
    assert result["n"] == 1
    with pytest.raises(InputError, match=r"--column; it has 'name'"):
        run(tmp_path / "t.xlsx", "--sheet", "2")


@pytest.mark.parametrize("encoding", ["utf-16-le", "cp1252", "utf-8-sig"])
def test_encodings(run, tmp_path, encoding):
    path = tmp_path / "cafes.txt"
    path.write_bytes("Café “Stern”\nCafé “Stern” €\n".encode(encoding))
    lines = json.loads(run(path, "--json").stdout)["clusters"][0]["lines"]
    assert [line["text"] for line in lines] == ["Café “Stern”", "Café “Stern” €"]


def test_a_column_of_parquet(run, tmp_path):
    polars = pytest.importorskip("polars")
    path, out = tmp_path / "t.parquet", tmp_path / "o.csv"
    polars.DataFrame({"id": range(7), "title": [*LINES, None]}).write_parquet(path)
    result = run(path, "--column", "title", "--json", "--out", out)
    assert json.loads(result.stdout)["n"] == 7
    assert "Lines without a word" in result.stderr
    assert [row["id"] for row in table(out)] == [str(i) for i in range(7)]


def test_headings_are_grouped_by_place_with_and_without_a_setting(run, tmp_path):
    places = ["OLD MILL", "HARBOUR WALL", "TOWN HALL", "OLD MILL YARD", "HARBOUR"]
    found = []
    for start in ("INT. {} - DAY", "{}"):
        path = tmp_path / "h.txt"
        path.write_text("\n".join(start.format(place) for place in places * 5), encoding="utf-8")
        result = json.loads(run(path, "--headings", "--json").stdout)
        assert result["n_clusters"] == round(result["expected_size"])
        found.append([[row for line in cluster["lines"] for row in line["rows"]] for cluster in result["clusters"]])
    assert found[0] == found[1]


def test_headings_of_an_example(run):
    assert json.loads(run("example:lido", "--json").stdout)["n"] == 58


def test_granularity_by_name_and_number(run, file):
    numbers = {g: json.loads(run(file, "--json", "--granularity", g).stdout) for g in ("coarse", "1.3", "fine", "0.3")}
    assert numbers["coarse"] == numbers["1.3"]
    assert numbers["0.3"]["n_clusters"] > numbers["coarse"]["n_clusters"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--k", "none"],
        ["--k", "0"],
        ["--k", "99"],
        ["--column", "title"],
        ["--granularity", "huge"],
        ["--granularity", "9"],
        ["--numbers", "mask", "--k", "2"],
        ["--apply", "nowhere.json"],
    ],
)
def test_bad_options_are_named(run, file, arguments):
    with pytest.raises(InputError):
        run(file, *arguments)


def test_an_unknown_choice_lists_the_choices(file):
    result = CliRunner().invoke(app, ["text", str(file), "--numbers", "some"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert all(choice in result.stderr for choice in ("some", "auto", "mask", "keep"))


def test_shared_words_are_shown_only_where_different_lines_share_some(file, tmp_path):
    path = tmp_path / "kinds.txt"
    path.write_text("setosa\nsetosa\nsetosa\nversicolor\nthe old red door\nthe old red doors\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["text", str(path), "--k", "2"])
    assert "[]" not in result.stdout
    shown = CliRunner().invoke(app, ["text", str(path)]).stdout.splitlines()
    assert [line.endswith("]") for line in shown[1:]] == [False, True, False]
    assert {*shown[2].partition("[")[2].rstrip("]").split()} == {"the", "old", "red"}


def test_a_table_without_a_column_names_its_columns(run, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("id,title\n1,a door\n", encoding="utf-8")
    with pytest.raises(InputError, match="title"):
        run(path)


def test_a_missing_file_is_named(run, tmp_path):
    with pytest.raises(InputError, match="nowhere"):
        run(tmp_path / "nowhere.txt")


@pytest.mark.parametrize("content", ["", "\n \n\t\n"])
def test_a_file_without_lines_is_named(run, tmp_path, content):
    path = tmp_path / "none.txt"
    path.write_text(content)
    with pytest.raises(InputError, match=rf"{path} holds no lines of text\. Give at least one\."):
        run(path)
    with pytest.raises(InputError, match="standard input holds no lines of text"):
        run("-", input=content)
    table = tmp_path / "none.csv"
    table.write_text("name,x\n,1\n,2\n")
    with pytest.raises(InputError, match=r"none\.csv holds no text in the column 'name'"):
        run(table, "--column", "name")


def test_too_many_groups_are_refused(run, tmp_path):
    path = tmp_path / "two.txt"
    path.write_text("harbour\nmeadow\nmeadow\n")
    with pytest.raises(InputError, match=r"k=3 exceeds the number of distinct lines\. Ask for at most 2 groups\."):
        run(path, "--k", 3)


def test_an_overlong_line_is_refused_at_once(run, tmp_path):
    path = tmp_path / "huge.txt"
    path.write_text("a door\n" + "x" * 200_000, encoding="utf-8")
    with pytest.raises(InputError, match=r"row 2 .* 200,000 characters, and the limit is 100,000"):
        run(path)


def test_a_wide_header_is_read(run, tmp_path):
    path = tmp_path / "wide.csv"
    path.write_text(f"title,{'x' * 200_000}\na door,1\nthe door,2\n", encoding="utf-8")
    assert json.loads(run(path, "--column", "title", "--json").stdout)["n"] == 2


@pytest.mark.parametrize(("option", "name"), [("--out", "groups.xlsx"), ("--report", "report.docx")])
def test_a_name_that_promises_another_format_is_refused(option, name, run, file, tmp_path) -> None:
    with pytest.raises(InputError, match=rf"{name}.* Use a name that ends in \.(csv|html)"):
        run(file, option, tmp_path / name)
    assert not (tmp_path / name).exists()


def test_at_a_terminal_the_result_goes_to_standard_output(tmp_path, monkeypatch, capsys) -> None:
    """Also where progress is drawn, which takes over what is printed meanwhile."""

    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    lines, groups = tmp_path / "lines.txt", tmp_path / "groups.json"
    lines.write_text("".join(f"user {i} logged in\n" for i in range(200)))
    monkeypatch.setattr("diverseed.cli.output._PATIENCE_SECONDS", 0)
    monkeypatch.setattr("sys.stderr", Terminal())
    text(str(lines), save=groups)
    assert capsys.readouterr().out.startswith("1 group in 200 lines")
    text(str(lines), apply=groups, as_json=True)
    assert json.loads(capsys.readouterr().out)["n_new"] == 0
