"""Settings for all tests: a busy machine is no failure."""

import os
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings

# Tests run in two processes: BLAS threads on top of that would only wait for each other.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture
def no_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Evidence of no clusters has no levels."""
    from diverseed.walk import look

    judged = look.judged

    def without(curve, null):
        evidence = judged(curve, null)
        return replace(evidence, levels=()) if evidence.verdict == "none" else evidence

    monkeypatch.setattr(look, "judged", without)
