"""Fitted models in files: arrays and a JSON document in one .npz, without pickle, safe to load from untrusted sources.

``container`` (the file and its limits) -> ``contents`` (checked values and arrays) -> ``codecs`` (what is kept of each
class) -> ``models`` (which class, ``load``).
"""

from .models import SavedModel, Saves, load, model_file, read_model

__all__ = ["SavedModel", "Saves", "load", "model_file", "read_model"]
