"""`tierce`, whose table's time passes only when a page asks for it, by the request `settle`."""

from tierce_tools.cli.entry import run
from tierce_tools.page import running
from tierce_tools.virtual import play

play.HURRY = 1e-6
running.PUBLISH_S = 1.0  # a snapshot with an answer comes at once
run()
