"""Groups that are saved, edited and applied; the estimator that predicts with them."""

import json
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from benchmarks.near_duplicates import near_duplicates
from diverseed.errors import InputError
from diverseed.texts import TextClusterer, cluster_texts
from diverseed.texts.saved import SavedGroups

LINES = ["The app crashes on start", "App crashes on start-up", "the app crashes at start"]
LINES += ["Please add a dark mode", "add dark mode please", "Login takes too long", "Logging in takes too long"]
LOG = [f"user {name} logged in from 10.0.0.{i}" for i, name in enumerate("abcdefghijkl" * 3)] + ["disk 7 is full"] * 3


def replayed(content):
    return SavedGroups.from_json(json.dumps(content), source="g.json")


@pytest.mark.parametrize(("lines", "numbers"), [(LINES, "keep"), (LOG, "mask")])
def test_the_same_lines_fall_into_the_same_groups(lines, numbers):
    found = cluster_texts(lines, random_state=0)
    assert found.numbers == numbers
    again = replayed(SavedGroups.of(found).as_json()).assign(lines)
    assert np.array_equal(again.labels, found.labels)
    assert again.new == {}


def test_lines_of_a_set_are_assigned_to_their_groups_and_strangers_are_new():
    data = near_duplicates("addresses", seed=3, n_groups=120, mean_size=4)
    later = data.groups >= 100  # groups that the first file does not have
    half = np.random.default_rng(0).random(len(data.texts)) < 0.5
    first = [text for text, keep in zip(data.texts, half & ~later, strict=True) if keep]
    model = TextClusterer(random_state=0).fit(first)
    strangers = [text for text, keep in zip(data.texts, later, strict=True) if keep]
    assert np.mean(model.predict(strangers) == -1) > 0.9
    seen = set(data.groups[half & ~later])
    rest = [i for i in np.flatnonzero(~half & ~later) if data.groups[i] in seen]
    group_of = {
        label: data.groups[half & ~later][np.flatnonzero(model.labels_ == label)[0]] for label in set(model.labels_)
    }
    right = [
        group_of.get(label) == data.groups[i]
        for i, label in zip(rest, model.predict([data.texts[i] for i in rest]), strict=True)
    ]
    assert np.mean(right) > 0.85


def test_a_person_merges_splits_renames_and_removes():
    content = SavedGroups.of(cluster_texts(LINES, random_state=0)).as_json()
    crash, dark, login = content["groups"]
    crash["name"] = "CRASH"
    crash["lines"] += login["lines"]
    content["groups"] = [
        crash,
        {"name": "ask", "lines": [dark["lines"][0]]},
        {"name": "ask too", "lines": [dark["lines"][1]]},
    ]
    found = replayed(content).assign([*LINES, "my parcel is lost", "my parcel is lost", ""])
    assert found.labels.tolist() == [0, 0, 0, 1, 2, 0, 0, -1, -1, -1]
    assert found.names == ("CRASH", "ask", "ask too")
    assert found.new == {"my parcel is lost": 2}
    assert np.isnan(found.similarity[-1])


def test_templates_of_two_groups_are_merged_and_new_ones_are_listed_masked():
    content = SavedGroups.of(cluster_texts(LOG)).as_json()
    assert [group["name"] for group in content["groups"]] == ["user <*> logged in from <*>", "disk <*> is full"]
    content["groups"] = [{"name": "all", "templates": [t for group in content["groups"] for t in group["templates"]]}]
    found = replayed(content).assign(
        ["user zoe logged in from 10.9.9.9", "disk 12 is  full", "fan 3 stopped", "fan 4 stopped"]
    )
    assert found.labels.tolist() == [0, 0, -1, -1]
    assert found.template(0) == ("user <*> logged in from <*>", ["zoe", "10.9.9.9"])
    assert found.template(2) == ("", [])
    assert found.new == {"fan <*> stopped": 2}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "format"),
        ({"numbers": "some"}, "numbers"),
        ({"cut": "low"}, "cut"),
        ({"cut": 2}, "cut"),
        ({"groups": []}, "groups"),
        ({"groups": [{"lines": ["a"]}]}, "name"),
        ({"groups": [{"name": "a", "lines": []}]}, "lines"),
        ({"groups": [{"name": "a", "lines": [1]}]}, "lines"),
        ({"groups": [{"name": "a", "lines": ["x y"]}, {"name": "b", "lines": ["x y"]}]}, "Keep it in one"),
        ({"numbers": "mask", "groups": [{"name": "a", "templates": [" "]}]}, "template"),
        ({"groups": [{"name": "a", "lines": ["?!"]}]}, "word"),
    ],
)
def test_errors_in_a_file_are_named(change, message):
    content = SavedGroups.of(cluster_texts(LINES, random_state=0)).as_json()
    with pytest.raises(InputError, match=message):
        replayed({**content, **change}).assign(["a"])


def test_lines_that_are_masked_as_a_whole_are_assigned_to_their_group():
    lines = [f"copied block {i} to /data/{i}" for i in range(20)] + [f"/data/{i}/x" for i in range(20)]
    found = cluster_texts(lines, numbers="mask")
    assert [cluster.template for cluster in found.clusters] == ["copied block <*> to <*>", "<*>"]
    saved = SavedGroups.from_json(json.dumps(SavedGroups.of(found).as_json()), source="groups.json")
    assert saved.assign(["/data/77/y", "copied block 9 to /tmp/9", "stopped"]).labels.tolist() == [1, 0, -1]


def test_files_that_are_not_json():
    with pytest.raises(InputError, match=r"g\.json is not JSON"):
        SavedGroups.from_json("{", source="g.json")


def test_the_estimator_keeps_to_scikit_learn():
    model = TextClusterer(granularity=1.1, random_state=0)
    assert clone(model).get_params() == model.get_params()
    with pytest.raises(NotFittedError):
        model.predict(LINES)
    assert np.array_equal(model.fit_predict(LINES), model.labels_)
    assert pickle.loads(pickle.dumps(model)).predict(LINES).tolist() == model.labels_.tolist()
    assert model.n_clusters_ == len(model.canonical_) == 3
    assert model.templates_ is None
    assert model.at("normal").n_clusters == cluster_texts(LINES, random_state=0).n_clusters


def test_the_estimator_on_a_log():
    model = TextClusterer().fit(LOG)
    assert model.templates_ == ["user <*> logged in from <*>", "disk <*> is full"]
    assert model.predict(["user mia logged in from 1.2.3.4", "fan stopped"]).tolist() == [0, -1]
