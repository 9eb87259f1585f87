"""``diverseed paper``: the paper's tables, figures and lemma, reproduced."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from .options import JsonOption, SeedOption, described
from .output import check_out_folder, note, print_json, working


@described(
    """
    WHAT  What to reproduce: all, table1 to table5, figure1, figure2 or lemma1.
    --runs N  Repetitions of each random experiment: 50 as in the paper, 5 for a quick look.
    --out DIR  Write report.html and its pictures into this folder. Default: paper-report; with --json, no files.
    --screenplays DIR  Your copies of the paper's six screenplays, named by title, for Tables 4 and 5. Their true
      locations: NAME.locations.csv (columns scene, location) beside NAME.
    """
)
def paper(
    what: Literal["all", "table1", "table2", "table3", "table4", "table5", "figure1", "figure2", "lemma1"] = "all",
    runs: Annotated[int, typer.Option(min=1)] = 50,
    seed: SeedOption = 0,
    out: Path | None = None,
    as_json: JsonOption = False,
    screenplays: Path | None = None,
) -> None:
    """Reproduce the paper's results: our figures beside its own.

    Each figure is marked by whether it agrees with the paper's within the spread of the paper's runs.

    Examples:

      diverseed paper --runs 5
      diverseed paper table3
      diverseed paper table4 --screenplays ~/scripts --out report
      diverseed paper all --json
    """
    from ..paper.report import REPORT, to_json, to_text, write_report
    from ..paper.reproduce import reproduce

    folder = out if out is not None or as_json else Path("paper-report")
    if folder is not None:  # refuse a folder that cannot be written before minutes of work
        check_out_folder([screenplays], folder, ["."])
    with working(f"reproducing {what}"):
        result = reproduce(what, runs=runs, seed=seed, screenplays=screenplays)
    if folder is not None:
        write_report(result, folder)
        note(f"wrote {folder / REPORT}")
    if as_json:
        print_json(to_json(result))
    else:
        print(to_text(result))
