"""``diverseed examples``: the data that comes with the package."""

from dataclasses import asdict

from ..examples import NUMERIC, SCREENPLAYS, Card, example_path
from .options import JsonOption
from .output import print_json


def examples(as_json: JsonOption = False) -> None:
    """List the bundled data sets and screenplays.

    Examples:

      diverseed examples
      diverseed cluster example:grid25
      diverseed chart example:lido
    """
    scripts = list(SCREENPLAYS.values())
    if as_json:
        print_json(
            {
                "numeric": [asdict(card) for card in NUMERIC.values()],
                "screenplays": [{**asdict(card), "path": str(example_path(card.name))} for card in scripts],
            }
        )
        return
    from rich.console import Console
    from rich.table import Table

    def show(title: str, columns: tuple[str, str, str], cards: list[Card]) -> None:
        table = Table(title=title, title_justify="left", box=None, pad_edge=False)
        table.add_column("name")
        for column in columns:
            table.add_column(column, justify="right")
        table.add_column("description")
        for card in cards:
            table.add_row(card.name, str(card.n), "" if card.d is None else str(card.d), str(card.k), card.summary)
        Console().print(table)

    show("diverseed cluster example:NAME", ("points", "features", "clusters"), list(NUMERIC.values()))
    print()
    show("diverseed chart example:NAME (also screenplay and text)", ("scenes", "", "locations"), scripts)
    print("\nThe screenplays are Fountain files in", example_path(scripts[0].name).parent)
