"""New rows of a table assigned to the clusters of a saved model."""

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..arrays import FloatArray
from ..cluster.model_files import SavedModel
from ..errors import InputError
from ..files.pages import counted
from ..tables import Recipe, Table
from ..tables.recipe import ColumnRecipe
from ..tables.table import bounded, listed, quoted

_MOST_EXAMPLES = 5


def assign_table(saved: SavedModel, table: Table) -> tuple[dict[str, list[Any]], Recipe, list[str]]:
    """Assign the rows of a table, whose columns become numbers as in the table that was clustered.

    Returns
    -------
    columns : to add to the table, n values each: ``cluster``; ``distance`` to its centre, in the units that were
        compared, if it has one; ``outlier_score`` from 0 to 1, if the model has them
    recipe : how the rows became numbers
    notes : what the user should know
    """
    model = saved.model
    recipe = _plain_recipe(model, table) if saved.recipe is None else Recipe.from_dict(saved.recipe)
    if len(recipe.features) != model.n_features_in_:
        raise InputError(
            f"the number of features is {model.n_features_in_} in the model and {len(recipe.features)} in its recipe."
        )
    if table.n_rows == 0:
        raise InputError(f"{table.source} has no rows of data. Give at least one.")
    values = recipe.read(table)
    X = recipe.matrix(values)
    if saved.recipe is None and np.isnan(X).any():
        columns = [recipe.columns[place].name for place in np.flatnonzero(np.isnan(X).any(axis=0))]
        raise InputError(
            f"{table.source} has cells that are not numbers in column {listed(columns)}, and the model has no "
            "values to fill in. Fill them first, or make the model with `diverseed cluster --save`."
        )
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "X does not have valid feature names")  # the recipe took columns by name
        labels = np.asarray(model.predict(X))
        added = {"cluster": labels.tolist()}
        centres = getattr(model, "cluster_centers_", None)
        if centres is not None:
            added["distance"] = np.linalg.norm(X - centres[labels], axis=1).tolist()
        if hasattr(model, "score_outliers"):
            added["outlier_score"] = model.score_outliers(X).tolist()
    return added, recipe, _notes(table, recipe, values)


def _plain_recipe(model: Any, table: Table) -> Recipe:
    """Columns of numbers as they are, by the names the model was fitted with, or all of them."""
    names = tuple(getattr(model, "feature_names_in_", table.names))
    d = model.n_features_in_
    if len(names) != d:
        raise InputError(
            f"{table.source} has {counted(len(names), 'column')}, but the model was fitted to {d} without names. Give "
            "the same ones, in the same order."
        )
    columns = tuple(ColumnRecipe(name, "number") for name in names)
    return Recipe(columns, (np.nan,) * d, (0.0,) * d, (1.0,) * d, "none")


def _notes(table: Table, recipe: Recipe, values: Sequence[FloatArray]) -> list[str]:
    """What was filled in, and categories that the model has not seen."""
    notes = list(table.notes)
    for column, read in zip(recipe.columns, values, strict=True):
        new = np.flatnonzero(read == -1).tolist() if column.kind == "category" else []
        if new:
            texts = table.texts(table.names.index(column.name))
            examples = list(dict.fromkeys(texts[row] for row in new))
            notes.append(
                f"column {quoted(column.name)}: {counted(len(new), 'row')} with categories that the model has not seen "
                f"({bounded(list(map(quoted, examples)), _MOST_EXAMPLES)}); they match none of the known ones."
            )
    gaps = [int(np.isnan(read).sum()) for read in values]
    filled = [f"{quoted(column.name)} {n:,}" for column, n in zip(recipe.columns, gaps, strict=True) if n]
    if filled:
        notes.append(
            "Cells that are missing or have another type were filled in with the median, or most frequent category, "
            f"of the table that was clustered: {bounded(filled)}."
        )
    return notes
