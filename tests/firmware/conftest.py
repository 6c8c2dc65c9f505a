"""hypothesis settings for all tests here."""

import os

from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

# No database: a failing example is printed, with the blob that reproduces it.
settings.register_profile(
    "quiet",
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("quiet")
# Nor hypothesis's own cache, which it writes during import, before any fixture.
set_hypothesis_home_dir(os.devnull)
