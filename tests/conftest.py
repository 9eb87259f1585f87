"""Settings for all tests: a busy machine is no failure."""

import os

from hypothesis import HealthCheck, settings

# Tests run in two processes: BLAS threads on top of that would only wait for each other.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
