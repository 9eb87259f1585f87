"""What a user asks of a file: checked where it enters, carried to the worker as it is."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ..errors import InputError

Kind = Literal["screenplay", "table", "text"]
ExportName = Literal[
    "chart.svg", "chart.png", "chart.html", "report.html", "script.json", "scenes.csv", "locations.csv",
    "characters.csv", "presence.csv", "shooting_order.csv", "shooting_order.html", "network.graphml", "overrides.toml",
    "table.csv", "table.xlsx", "clusters.svg", "clusters.png", "evidence.svg", "evidence.png",
    "groups.csv",
]  # fmt: skip
LONGEST_NAME = 120
EXAMPLE = "example:"
"""How the place of a bundled example begins."""


def _plain(name: str) -> str:
    """A name on one line, without control characters: it is drawn, listed and written to files."""
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise InputError("a name needs letters, and no control characters.")
    return name


NewName = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_plain)]


class Step(BaseModel):
    """One correction: what is called ``name`` (in these ``scenes``, or in all) is to be called ``new``.

    To move a scene is to give its location another name there; to merge two is to give both one name; to split one is
    to give some of its scenes a new name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    what: Literal["location", "character"]
    name: Annotated[str, Field(min_length=1, max_length=2000)]
    scenes: Annotated[tuple[int, ...], Field(min_length=1, max_length=20_000)] | None = None
    new: NewName


class Visibility(BaseModel):
    """Leave somebody out of the chart, or take them back."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    what: Literal["hide", "show"]
    name: Annotated[str, Field(min_length=1, max_length=2000)]


class NoHeading(BaseModel):
    """The line of this number, which was read as a heading, is none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    what: Literal["not a heading"]
    line: Annotated[int, Field(ge=1, le=10_000_000)]


class ClusterEdit(BaseModel):
    """A name for a cluster (that of another one merges the two), or a note on it.

    ``of`` is the clustering that is meant: what was said of three clusters is there again when they are.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    what: Literal["name", "note"]
    of: Annotated[str, Field(max_length=64)]
    cluster: Annotated[int, Field(ge=0, le=1_000_000)]
    text: Annotated[str, Field(max_length=2000)]


Edit = Annotated[Step | Visibility | NoHeading | ClusterEdit, Field(discriminator="what")]
Edits = Annotated[tuple[Edit, ...], Field(max_length=2000)]


class Settings(BaseModel):
    """How a file is to be read and clustered.

    Attributes
    ----------
    kind : what the file is; "auto" tells by the file
    k : number of clusters or groups; None finds it
    level : number of clusters of another level that stands out, instead of ``k``
    shape : of the clusters of a table
    granularity : of groups of texts, where their number is found
    columns : of a table that are compared; None for those that make sense
    scale, missing : what is done to the columns of a table first, and to cells that are missing
    column : the column of a table that holds the lines of a text
    stability : whether halves of a table are clustered too, to see whether they show the same
    overrides : corrections of a screenplay as TOML, from a file
    steps : corrections made after those, in order
    undone : corrections that were undone, the last one undone last: they can be done again
    people : how many people the chart draws; None for as many as its page bears
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Kind | Literal["auto"] = "auto"
    k: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    granularity: Literal["coarse", "normal", "fine"] = "normal"
    level: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    shape: Literal["auto", "round", "any"] = "auto"
    columns: Annotated[tuple[Annotated[str, Field(max_length=2000)], ...], Field(max_length=50_000)] | None = None
    scale: Literal["auto", "none", "standard", "robust"] = "auto"
    missing: Literal["median", "drop"] = "median"
    stability: bool = False
    column: Annotated[str, Field(max_length=2000)] | None = None
    overrides: Annotated[str, Field(max_length=1_000_000)] = ""
    steps: Edits = ()
    undone: Edits = ()
    people: Annotated[int, Field(ge=1, le=1000)] | None = None
