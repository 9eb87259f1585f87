"""Which class a file holds, and with which parameters."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ... import __version__
from ...errors import InputError
from ...files.whole_files import write_whole
from ...seeding import Seeding
from ...seeding.registry import SEEDINGS
from .container import MOST_BYTES, container, read_container
from .contents import Contents

FORMAT, VERSION = "diverseed model", 1


# Parameters that classes had once; files of that time name them.
_FORMER = {"DPPKernelKMeans": {"repair"}}


class Saves:
    """Gives an estimator ``save``."""

    def save(self, path: str | Path, *, updatable: bool | None = None) -> None:
        """Write the fitted model to one file, which ``diverseed.load`` reads in this and all later versions.

        The file holds what ``predict`` needs, the parameters, the evidence and ``labels_``, but not ``outlier_scores_``
        or a ``random_state`` that is not an integer. Models with functions as parameters cannot be saved.

        Parameters
        ----------
        path : usually ends in .npz
        updatable : whether to keep the sample of rows from which ``partial_fit`` continues. None keeps it if
            ``partial_fit`` was used.
        """
        write_whole(path, model_file(self, updatable=updatable))


@dataclass(frozen=True)
class SavedModel:
    """A model, and the recipe of the table it was fitted to, if any."""

    model: Any
    recipe: dict[str, Any] | None


def model_file(model: Any, *, updatable: bool | None = None, recipe: Mapping[str, Any] | None = None) -> bytes:
    """The contents of a model file: a fitted model, and the recipe of its table."""
    from .codecs import CODECS, keep_survey  # which imports the estimators, and these import this module

    check_is_fitted(model)
    name, keep = next((name, keep) for name, (kind, keep, _) in CODECS.items() if isinstance(model, kind))
    if updatable and not hasattr(model, "partial_fit"):
        raise InputError(f"{name} has no partial_fit. Omit updatable.")
    held = Contents()
    keep(model, held)
    if updatable or (updatable is None and getattr(model, "_survey", None) is not None):
        keep_survey(model, held)
    names = getattr(model, "feature_names_in_", None)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "written_by": f"diverseed {__version__}",
        "class": name,
        "parameters": {name: _parameter(name, value) for name, value in model.get_params(deep=False).items()},
        "n_features": model.n_features_in_,
        "feature_names": None if names is None else [str(name) for name in names],
        "fitted": held.values,
        "recipe": recipe,
    }
    return container(document, held.arrays)


def load(path: str | Path, *, max_bytes: int = MOST_BYTES) -> Any:
    """Load a fitted model from a file written by ``save``.

    Nothing in the file is executed and everything is validated, so files from untrusted sources are safe to load.

    Parameters
    ----------
    max_bytes : the most memory that the model may take
    """
    return read_model(path, max_bytes=max_bytes).model


def read_model(path: str | Path, *, max_bytes: int = MOST_BYTES) -> SavedModel:
    """The model of a file, and the recipe of its table."""
    try:
        document, arrays = read_container(path, max_bytes=max_bytes)
        return SavedModel(_model(document, arrays), Contents(document).value("recipe", dict, optional=True))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}. Check the name.") from error
    except InputError as error:
        raise InputError(f"{path} cannot be loaded: {error}") from error


def _model(document: dict[str, Any], arrays: dict[str, Any]) -> Any:
    from .codecs import CODECS

    if document.get("format") != FORMAT:
        raise InputError(f"it is not a model file: its format is {document.get('format')!r:.80}.")
    version = document.get("version")
    if version != VERSION or isinstance(version, bool):
        raise InputError(
            f"its format version is {version!r:.40}, but diverseed {__version__} reads version {VERSION}. Update "
            "diverseed."
        )
    head = Contents(document)
    name = head.value("class", str)
    if name not in CODECS:
        raise InputError(f"it holds a {name!r:.80}; this version reads {', '.join(CODECS)}.")
    kind, _, restore = CODECS[name]
    given = head.value("parameters", dict)
    parameters = {key: given[key] for key in given.keys() - _FORMER.get(name, set())}
    unknown = parameters.keys() - kind._get_param_names()
    if unknown:
        raise InputError(f"{name} has no parameter {', '.join(map(repr, sorted(unknown)))}.")
    model = kind(**parameters)
    model.n_features_in_ = head.whole("n_features", least=1)
    names = head.value("feature_names", list, optional=True)
    if names is not None:
        if len(names) != model.n_features_in_ or not all(isinstance(text, str) for text in names):
            raise InputError("feature_names must have one string per column.")
        model.feature_names_in_ = np.array(names, dtype=object)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the user was warned when the model was fitted
        restore(model, Contents(head.value("fitted", dict), arrays))
    return model


def _parameter(name: str, value: Any) -> Any:
    """A parameter as JSON."""
    if name == "random_state" and not isinstance(value, (int, np.integer)):
        return None  # a generator's next draw is not part of what was fitted
    if isinstance(value, Seeding) and SEEDINGS.get(value.name) == value:
        return value.name
    if isinstance(value, np.ndarray) and value.ndim == 1:
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [_parameter(name, item) for item in value]
    if value is None or isinstance(value, (bool, int, float, str, np.number, np.bool_)):
        return value
    raise InputError(f"{name} is {value!r:.80}, which cannot be stored in a model file. Use names and numbers.")
