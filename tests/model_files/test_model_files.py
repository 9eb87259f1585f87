"""Model files: what comes back is what was saved, old files load, and damaged or hostile ones are refused in words."""

import io
import json
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse
from sklearn.cluster import KMeans
from sklearn.exceptions import NotFittedError

import diverseed
from diverseed import DPPKernelKMeans, DPPKMeans, DPPSpectralClustering
from diverseed.cluster.model_files import read_model
from diverseed.cluster.model_files.container import container
from diverseed.errors import InputError
from diverseed.online import ExpertsKMeans
from diverseed.seeding import SEEDINGS

from .make_version_1 import points

VERSION_1 = Path(__file__).parent / "version_1"
FILES = ("kmeans", "kmeans_updatable", "spectral", "kernel", "experts")

MODELS: dict[str, Callable[[np.ndarray], Any]] = {
    "kmeans": lambda X: DPPKMeans(random_state=0).fit(X),
    "kmeans, k given": lambda X: DPPKMeans(3, sharpness=np.inf, gamma=0.1, random_state=0).fit(X),
    "kmeans, seeding by name": lambda X: DPPKMeans(3, seeding=SEEDINGS["k-means#"]).fit(X),
    "kmeans, cosine": lambda X: DPPKMeans(3, metric="cosine", random_state=0).fit(X),
    "kmeans, 32 bits": lambda X: DPPKMeans(random_state=0).fit(X.astype(np.float32)),
    "kmeans, sparse": lambda X: DPPKMeans(3, random_state=0).fit(scipy.sparse.csr_array(X)),
    "kmeans, updated": lambda X: DPPKMeans(random_state=0).partial_fit(X),
    "spectral": lambda X: DPPSpectralClustering(random_state=0).fit(X),
    "spectral, sparse": lambda X: DPPSpectralClustering(3, random_state=0).fit(scipy.sparse.csr_array(X)),
    "kernel": lambda X: DPPKernelKMeans(kernel="linear", random_state=0).fit(X),
    "kernel, precomputed": lambda X: DPPKernelKMeans(3, kernel="precomputed", random_state=0).fit(X @ X.T),
    "experts": lambda X: ExpertsKMeans(["auto", ("k-means++", 3), 3], window=60, random_state=0).fit(X),
}


def new_rows(name: str, X: np.ndarray) -> np.ndarray:
    new = points(7, 50)
    return new @ X.T if name == "kernel, precomputed" else new.astype(np.float32) if "32" in name else new


@pytest.mark.parametrize("name", MODELS)
def test_a_loaded_model_is_the_model(name: str, tmp_path: Path) -> None:
    X = points(0)
    model = MODELS[name](X)
    path = tmp_path / "model.npz"
    model.save(path)
    loaded = diverseed.load(path)
    new = new_rows(name, X)
    assert type(loaded) is type(model)
    assert np.array_equal(loaded.predict(new), model.predict(new))
    assert np.array_equal(loaded.labels_, model.labels_)
    kept = {key: value for key, value in model.get_params().items() if key not in ("seeding", "experts")}
    assert {key: loaded.get_params()[key] for key in kept} == kept
    for attribute in ("n_clusters_", "inertia_", "gamma_", "size_distribution_", "loss_", "regret_", "evidence_"):
        assert getattr(loaded, attribute, None) == getattr(model, attribute, None)
    for attribute in ("cluster_centers_", "seed_indices_", "expert_weights_"):
        if hasattr(model, attribute):
            assert np.array_equal(getattr(loaded, attribute), getattr(model, attribute))
            assert getattr(loaded, attribute).dtype == getattr(model, attribute).dtype
    for method in ("transform", "score_outliers"):
        if hasattr(model, method):
            assert np.array_equal(getattr(loaded, method)(new), getattr(model, method)(new))
    again = tmp_path / "again.npz"
    loaded.save(again)
    assert again.read_bytes() == path.read_bytes()


def test_levels_and_evidence_survive(tmp_path: Path) -> None:
    X, _ = _nested()
    for model in (DPPKMeans(random_state=0).fit(X), DPPSpectralClustering(random_state=0).fit(X)):
        model.save(tmp_path / "model.npz")
        loaded = diverseed.load(tmp_path / "model.npz")
        assert loaded.evidence_ == model.evidence_
        np.testing.assert_array_equal(loaded.evidence_.eigenvalues, model.evidence_.eigenvalues)
        assert loaded.levels_tree() == model.levels_tree()
        assert len(model.evidence_.candidates) > 1
        for k in model.evidence_.candidates:
            assert np.array_equal(loaded.labels_at(k, X), model.labels_at(k, X))
        other = next(k for k in model.evidence_.candidates if k != model.n_clusters_)
        assert np.array_equal(model.labels_at(other), model.labels_at(other, X))
        with pytest.raises(InputError, match="Pass it: labels_at"):
            loaded.labels_at(other)


def _nested() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    centres = np.array([[0, 0], [6, 0], [40, 0], [46, 0]])
    labels = rng.integers(4, size=400)
    return centres[labels] + rng.standard_normal((400, 2)), labels


def test_an_update_continues_from_a_file(tmp_path: Path) -> None:
    X = points(0, 300)
    model = DPPKMeans(random_state=0).partial_fit(X[:200])
    model.save(tmp_path / "model.npz")
    loaded = diverseed.load(tmp_path / "model.npz").partial_fit(X[200:])
    model.partial_fit(X[200:])
    assert np.array_equal(loaded.cluster_centers_, model.cluster_centers_)
    assert loaded.update_report_.n_rows == 300
    # a fitted model holds no rows unless asked to
    fitted = DPPKMeans(random_state=0).fit(X[:200])
    fitted.save(tmp_path / "small.npz")
    with pytest.raises(InputError, match="updatable=True"):
        diverseed.load(tmp_path / "small.npz").partial_fit(X)
    fitted.save(tmp_path / "large.npz", updatable=True)
    updated = diverseed.load(tmp_path / "large.npz").partial_fit(X[200:])
    assert np.array_equal(updated.cluster_centers_, model.cluster_centers_)
    assert (tmp_path / "small.npz").stat().st_size < (tmp_path / "large.npz").stat().st_size


def test_a_stream_continues_from_a_file(tmp_path: Path) -> None:
    X = points(0, 300)
    model = ExpertsKMeans(["auto", ("k-means++", 3)], window=60, random_state=0).fit(X[:170])
    model.save(tmp_path / "model.npz")
    loaded = diverseed.load(tmp_path / "model.npz").partial_fit(X[170:])
    model.partial_fit(X[170:])
    assert loaded.loss_ == model.loss_
    assert np.array_equal(loaded.expert_weights_, model.expert_weights_)


def test_names_of_columns_and_the_size(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    X = np.tile(points(0, 200), (50, 1))
    frame = pandas.DataFrame(X, columns=["a", "b", "c"])
    DPPKMeans(random_state=0).fit(frame).save(tmp_path / "model.npz")
    loaded = diverseed.load(tmp_path / "model.npz")
    assert loaded.feature_names_in_.tolist() == ["a", "b", "c"]
    with pytest.raises(ValueError, match="feature names"):
        loaded.predict(frame[["b", "a", "c"]])
    assert (tmp_path / "model.npz").stat().st_size < 20_000  # 10,000 rows: their labels, and none of them


@pytest.mark.parametrize("name", FILES)
def test_files_of_version_1_load(name: str) -> None:
    expected = json.loads((VERSION_1 / "expected.json").read_text(encoding="utf-8"))
    model = diverseed.load(VERSION_1 / f"{name}.npz")
    assert model.predict(np.array(expected["new"])).tolist() == expected["labels"][name]
    if getattr(model, "evidence_", None) is not None:
        assert model.evidence_.n_clusters == 3
    if name in ("kmeans_updatable", "experts"):
        model.partial_fit(np.array(expected["new"]))


def test_rows_far_from_a_saved_models_points_are_outliers(tmp_path: Path) -> None:
    """Also in the first files, which lack the distances to neighbours."""
    old = diverseed.load(VERSION_1 / "spectral.npz")
    known = old._points.points + old._frame.origin
    assert old.score_outliers(known[:1] + 1e6)[0] > 0.999
    with np.load(VERSION_1 / "spectral.npz", allow_pickle=False) as file:
        np.testing.assert_allclose(old.score_outliers(known), file["point_outlier_scores"], atol=0.1)  # then the fourth
    model = DPPSpectralClustering(random_state=0).fit(points(0))
    model.save(tmp_path / "model.npz")
    with np.load(tmp_path / "model.npz", allow_pickle=False) as file:
        arrays = {key: file[key] for key in file.files}
    document = json.loads(arrays.pop("model.json"))
    reach = arrays.pop("point_reach")
    (tmp_path / "old.npz").write_bytes(container(document, arrays))
    without = diverseed.load(tmp_path / "old.npz")
    np.testing.assert_allclose(without._reach_of_point, reach)
    new = points(7, 50)
    np.testing.assert_allclose(without.score_outliers(new), model.score_outliers(new))


def test_models_of_dask_load_as_plain_ones(tmp_path: Path) -> None:
    da = pytest.importorskip("dask.array")
    from diverseed.dask import DPPKMeans as OnDask

    X = points(0)
    model = OnDask(random_state=0).fit(da.from_array(X, chunks=(40, 3)))
    model.save(tmp_path / "model.npz")
    loaded = diverseed.load(tmp_path / "model.npz")
    assert type(loaded) is DPPKMeans
    assert np.array_equal(loaded.predict(X), model.labels_.compute())
    for refused in (lambda: model.partial_fit(X), lambda: model.save(tmp_path / "m.npz", updatable=True)):
        with pytest.raises(InputError, match="keeps no rows"):
            refused()


def test_parameters_that_cannot_be_saved(tmp_path: Path) -> None:
    X = points(0)
    path = tmp_path / "model.npz"
    with pytest.raises(NotFittedError):
        DPPKMeans().save(path)
    with pytest.raises(InputError, match="which cannot be stored in a model file"):
        DPPKernelKMeans(3, kernel=lambda X, Y: X @ Y.T).fit(X).save(path)
    with pytest.raises(InputError, match="experts is KMeans"):
        ExpertsKMeans([KMeans(3)], window=50).fit(X).save(path)
    with pytest.raises(InputError, match="no partial_fit"):
        DPPSpectralClustering(random_state=0).fit(X).save(path, updatable=True)
    assert not path.exists()
    DPPKMeans(random_state=np.random.default_rng(0)).fit(X).save(path)
    assert diverseed.load(path).random_state is None
    with pytest.raises(InputError, match="does not exist"):
        DPPKMeans(3).fit(X).save(tmp_path / "nowhere" / "model.npz")


# Files that are not what they seem.


def opened(name: str) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    with np.load(VERSION_1 / f"{name}.npz", allow_pickle=False) as file:
        content = {key: file[key] for key in file.files}
    return json.loads(content.pop("model.json")), content


def attempted(path: Path) -> Any:
    """The model, or None if the file was refused in words; anything else fails the test."""
    try:
        model = diverseed.load(path)
    except InputError:
        return None
    model.predict(np.zeros((2, model.n_features_in_)))
    return model


WRONG_VALUES: list[Any] = [None, "x", -1, 2**70, 1.5, True, [], [[]], {}, {"a": [1]}, {"float": "nan"}]
WRONG_VALUES += [10**400, [[{"float": "nan"}, 1]], [[1, {"float": "nan"}]], [[1]], [{"n_clusters": 10**400}]]


@pytest.mark.parametrize("name", FILES)
def test_wrong_values_are_refused_or_harmless(name: str, tmp_path: Path) -> None:
    document, arrays = opened(name)
    refused = 0
    fitted = document["fitted"]
    sections = (document, document["parameters"], fitted, fitted.get("evidence", {}), fitted.get("survey", {}))
    for section in sections:
        for key, before in list(section.items()):
            for wrong in WRONG_VALUES:
                section[key] = wrong
                (tmp_path / "m.npz").write_bytes(container(document, arrays))
                refused += attempted(tmp_path / "m.npz") is None
            del section[key]
            (tmp_path / "m.npz").write_bytes(container(document, arrays))
            attempted(tmp_path / "m.npz")
            section[key] = before
    assert refused > 150
    (tmp_path / "m.npz").write_bytes(container(document, arrays))
    assert attempted(tmp_path / "m.npz") is not None


@pytest.mark.parametrize("name", FILES)
def test_wrong_arrays_are_refused(name: str, tmp_path: Path) -> None:
    document, arrays = opened(name)
    path = tmp_path / "m.npz"
    for key, before in arrays.items():
        rest = {other: array for other, array in arrays.items() if other != key}
        wrong = [None, before[None], before.astype(complex), before.ravel()[:-1], np.zeros((0, 0)), before.astype("U5")]
        if before.dtype.kind == "f":
            wrong.append(before.astype(int))
        elif key != "seed_indices":
            wrong += [before.astype(np.int64) - 1000, before.astype(np.int64) + 1000, before.astype(float)]
        for array in wrong:
            path.write_bytes(container(document, rest if array is None else {**rest, key: array}))
            unread = key.startswith("sample_places") or key == "point_outlier_scores"  # follow from the rest
            harmless = unread or (key == "labels" and (array is None or array.ndim == 1))
            assert attempted(path) is None or harmless or (name, key) == ("experts", "window"), key
    path.write_bytes(container(document, {**arrays, "centres": np.full((3, 3), np.nan)}))
    if "centres" in arrays:
        assert attempted(path) is None


def zipped(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def npy(header: str, data: bytes = b"") -> bytes:
    text = header.encode("latin1")
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + data


def with_member(name: str, data: bytes) -> bytes:
    with zipfile.ZipFile(VERSION_1 / "kmeans.npz") as archive:
        members = {member: archive.read(member) for member in archive.namelist()}
    return zipped({**members, name: data})


class Bomb:
    def __reduce__(self) -> tuple[Any, ...]:
        return (pytest.fail, ("a file ran code",))


def pickled_array() -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.array([Bomb()], dtype=object), allow_pickle=True)
    return buffer.getvalue()


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "not a model file"),
    "text": (lambda: b"a,b\n1,2\n", "not a model file"),
    "a pickle": (lambda: pickle.dumps(Bomb()), "not a model file"),
    "half a file": (lambda: (VERSION_1 / "kmeans.npz").read_bytes()[:3000], "not a model file"),
    "changed bytes": (lambda: _flipped((VERSION_1 / "kmeans.npz").read_bytes()), "not a model file"),
    "another npz": (lambda: zipped({"a.npy": npy("{}")}), "no model.json"),
    "another JSON": (lambda: zipped({"model.json": b"{}"}), "its format is None"),
    "a list": (lambda: zipped({"model.json": b"[]"}), "not an object"),
    "no JSON": (lambda: zipped({"model.json": b"{"}), "not JSON"),
    "deep JSON": (lambda: zipped({"model.json": b"[" * 10**6}), "not JSON"),
    "no text": (lambda: zipped({"model.json": b"\xff\xfe"}), "not JSON"),
    "long JSON": (lambda: zipped({"model.json": b" " * (1 << 24) + b"{}"}), "16,777,218 bytes"),
    "many members": (lambda: zipped({f"a{i}.npy": b"" for i in range(1001)}), "1001 members"),
    "a path": (lambda: with_member("../evil.npy", b""), "contains '../evil.npy'"),
    "other members": (lambda: with_member("setup.py", b""), "contains 'setup.py'"),
    "a pickled array": (lambda: with_member("centres.npy", pickled_array()), "not plain numbers"),
    "records": (
        lambda: with_member(
            "centres.npy", npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }\n", bytes(8))
        ),
        "not plain numbers",
    ),
    "a shape that lies": (
        lambda: with_member(
            "centres.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }\n")
        ),
        "does not match its size",
    ),
    "code for a header": (lambda: with_member("centres.npy", npy("__import__('os').abort()\n")), "not an array"),
    "no array": (lambda: with_member("centres.npy", b"hello"), "not an array"),
    "another class": (lambda: _renamed({"class": "os.system"}), "it holds a 'os.system'"),
    "a later version": (
        lambda: _renamed({"version": 2}),
        "format version is 2, but .* reads version 1. Update diverseed",
    ),
    "no version": (lambda: _renamed({"version": None}), "format version is None"),
    "an unknown parameter": (lambda: _renamed({"parameters": {"n_cluster": 3}}), "no parameter 'n_cluster'"),
    "other columns": (lambda: _renamed({"feature_names": ["a"]}), "one string per column"),
}


def _flipped(data: bytes) -> bytes:
    """One byte of the first array's packed data changed: the archive's own check finds it."""
    place = data.index(b"centres.npy") + 60
    return data[:place] + bytes([data[place] ^ 255]) + data[place + 1 :]


def _renamed(changes: dict[str, Any]) -> bytes:
    document, arrays = opened("kmeans")
    return container({**document, **changes}, arrays)


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_are_refused_in_words(kind: str, tmp_path: Path) -> None:
    make, message = HOSTILE[kind]
    path = tmp_path / "model.npz"
    path.write_bytes(make())
    with pytest.raises(InputError, match=message):
        diverseed.load(path)


def test_a_file_with_flipped_bytes_loads_as_it_was_or_is_refused_in_words(tmp_path: Path) -> None:
    model = DPPKMeans(3, random_state=0).fit(points(0))
    model.save(tmp_path / "model.npz")
    whole = (tmp_path / "model.npz").read_bytes()
    rng, refused = np.random.default_rng(0), 0
    damaged = tmp_path / "damaged.npz"
    for _ in range(200):
        content = bytearray(whole)
        for place in rng.integers(len(content), size=3):
            content[place] = rng.integers(256)
        damaged.write_bytes(content)
        try:
            loaded = diverseed.load(damaged)
        except InputError:
            refused += 1
        else:
            np.testing.assert_array_equal(loaded.cluster_centers_, model.cluster_centers_)
    assert refused > 100


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    header = npy("{'descr': '|u1', 'fortran_order': False, 'shape': (200000000,), }\n")
    path.write_bytes(with_member("bomb.npy", header + bytes(200_000_000)))
    assert path.stat().st_size < 1_000_000
    with pytest.raises(InputError, match=r"200,\d+,\d+ bytes of memory; the limit is 100,000,000.*larger max_bytes"):
        diverseed.load(path, max_bytes=100_000_000)
    assert diverseed.load(path).n_clusters_ == 3


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        diverseed.load(tmp_path / "none.npz")
    with pytest.raises(InputError, match="cannot read"):
        diverseed.load(tmp_path)


def test_the_recipe_is_kept_and_is_plain(tmp_path: Path) -> None:
    document, arrays = opened("kmeans")
    (tmp_path / "m.npz").write_bytes(container({**document, "recipe": {"columns": ["ä", "\udcff", 1.5]}}, arrays))
    assert read_model(tmp_path / "m.npz").recipe == {"columns": ["ä", "\udcff", 1.5]}
    (tmp_path / "m.npz").write_bytes(container({**document, "recipe": [1]}, arrays))
    with pytest.raises(InputError, match="recipe has the invalid value"):
        read_model(tmp_path / "m.npz")
