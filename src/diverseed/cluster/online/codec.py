"""What a model file keeps of a stream, and how the stream goes on from it."""

from typing import Any

import numpy as np

from ...errors import InputError
from ..model_files.contents import Contents
from .estimator import Stream
from .experts import check_experts
from .weights import Mixture


def keep_experts(model: Any, held: Contents, *, updatable: bool | None) -> None:
    stream = model._stream
    mixture = stream.mixture
    held.values |= {"time": stream.time, "entropy": model._entropy, "radius": mixture.radius, "cost": mixture.cost}
    held.values["expert_names"] = model.expert_names_
    held.arrays |= {
        "window": stream.window,
        "expert_centres": stream.centres,
        "rates": mixture.rates,
        "log_weights": mixture.log_weights,
        "expert_costs": mixture.expert_costs,
    }
    held.put_labels("labels", model.labels_)


def restore_experts(model: Any, held: Contents) -> None:
    model._check_parameters()
    d, n = model.n_features_in_, len(check_experts(model.experts))
    names = held.value("expert_names", list)
    if len(names) != n or not all(isinstance(name, str) for name in names):
        raise InputError(f"it has {n} experts, and other names for them.")
    rates = held.array("rates", "f", None)
    centres = held.array("expert_centres", "f", n, None, d, finite=False)
    if not rates.size or not ((rates >= 0) & (rates <= 1)).all() or not np.isfinite(centres[:, :1]).all():
        raise InputError("its rates or its centres are not those of experts.")
    radius, cost = held.value("radius", float), held.value("cost", float)
    costs = held.weights("expert_costs", n)
    mixture = Mixture(rates, held.array("log_weights", "f", rates.size, n), radius, cost, costs)
    window = held.array("window", "f", None, d)
    model._stream = Stream(held.whole("time", least=1), window, centres, mixture)
    model._entropy, model.expert_names_ = held.whole("entropy"), names
    model._publish()
    model.labels_ = held.array("labels", "i", None, below=model.n_clusters_)
