"""Generated sets of many kinds: floors that a worse comparison, tree or cut falls through."""

import numpy as np
import pytest

from benchmarks.generated_domains import MORE_DOMAINS
from benchmarks.generated_likenesses import LIKENESSES
from benchmarks.generated_records import development_set
from benchmarks.near_duplicates import near_duplicates
from diverseed.scores import adjusted_rand
from diverseed.texts import cluster_texts

RECORDS = ("citations", "persons", "companies", "medicines", "offers", "answers")


def agreement(texts, groups):
    return adjusted_rand(groups, cluster_texts(texts, random_state=0).labels)


@pytest.mark.parametrize(
    "domain",
    ["products", "addresses", *MORE_DOMAINS.values()],
    ids=["products", "addresses", *MORE_DOMAINS],
)
def test_domains(domain):
    data = near_duplicates(domain, seed=900, n_groups=80, mean_size=4)
    assert agreement(data.texts, data.groups) > 0.75


def test_records():
    found = [agreement(*development_set(kind, "2 to 5", seed=7)) for kind in RECORDS]
    assert np.mean(found) > 0.87
    assert min(found) > 0.8


@pytest.mark.parametrize(("name", "least"), [("restaurants", 0.97), ("companies", 0.8), ("storage_log", 0.99)])
def test_likenesses_of_public_sets(name, least):
    assert agreement(*LIKENESSES[name](900)) > least


def test_parameters_that_are_words_are_found():
    assert agreement(*LIKENESSES["phone_log"](900)) > 0.9
