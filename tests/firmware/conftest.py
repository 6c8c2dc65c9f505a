"""pytest's own: how hypothesis draws its examples, for all tests here."""

import os

from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

# Nothing is written: failing examples are printed, with the blob that reproduces them.
settings.register_profile(
    "quiet",
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("quiet")
# Nor are hypothesis's own notes, which can wait for no fixture: it makes them while importing.
set_hypothesis_home_dir(os.devnull)
