"""The settings that a user chooses: validated on arrival, and passed to the worker unchanged."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from ..errors import InputError

FileKind = Literal["screenplay", "table", "text"]
ExportName = Annotated[str, StringConstraints(pattern=r"^[a-z_]+\.[a-z]+$", max_length=40)]
"""A file as the pipelines name them, with nothing in it that could lead to another folder."""
LONGEST_NAME = 120


def _plain(name: str) -> str:
    """A name on one line without control characters, as it is drawn, listed and written to files."""
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise InputError("a name needs at least one letter and no control characters.")
    return name


NewName = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_plain)]


GivenName = Annotated[str, Field(min_length=1, max_length=2000)]
"""A name as it was found in a file."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Step(_Strict):
    """One correction: what is called ``name``, in these ``scenes`` or in all, gets the name ``new``.

    Moving a scene gives its location another name there; merging gives two the same name; splitting gives some of the
    scenes a new name.
    """

    what: Literal["location", "character"]
    name: GivenName
    scenes: Annotated[tuple[int, ...], Field(min_length=1, max_length=20_000)] | None = None
    new: NewName


class Visibility(_Strict):
    """Hide a person in the chart, or show them again."""

    what: Literal["hide", "show"]
    name: GivenName


class DifferentPeople(_Strict):
    """These two names mean two people: do not suggest merging them."""

    what: Literal["different people"]
    name: GivenName
    other: GivenName


class NoHeading(_Strict):
    """The line of this number was read as a heading, but is not one."""

    what: Literal["not a heading"]
    line: Annotated[int, Field(ge=1, le=10_000_000)]


class ClusterEdit(_Strict):
    """A name for a cluster (the name of another cluster merges the two), or a note on it.

    ``of`` identifies the clustering: names given to three clusters come back whenever those three are shown.
    """

    what: Literal["name", "note"]
    of: Annotated[str, Field(max_length=64)]
    cluster: Annotated[int, Field(ge=0, le=1_000_000)]
    text: Annotated[str, Field(max_length=2000)]


Edit = Annotated[Step | Visibility | DifferentPeople | NoHeading | ClusterEdit, Field(discriminator="what")]
Edits = Annotated[tuple[Edit, ...], Field(max_length=2000)]


class JobSettings(_Strict):
    """How to read and cluster a file.

    Attributes
    ----------
    kind : what the file is; "auto" detects it
    k : number of clusters or groups; None finds it
    level : number of clusters at another level of the evidence, instead of ``k``
    shape : shape of the clusters of a table
    granularity : of groups of texts, if their number is found
    columns : columns of a table to compare; None chooses them
    scale, missing : treatment of the columns of a table, and of missing values
    column : the column of a table that holds the texts
    stability : whether to cluster halves of the rows too, and compare
    overrides : corrections of a screenplay as TOML, from a file
    steps : corrections made after those, in order
    undone : corrections that were undone, the last one undone last, for redo
    people : how many people to draw in the chart; None for as many as fit on its page
    """

    kind: FileKind | Literal["auto"] = "auto"
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
