"""`tierce`, whose table's time passes faster, and whose page is told of changes less often."""

from tierce_tools.cli.entry import run
from tierce_tools.page import running
from tierce_tools.virtual import play

play.HURRY = 3.0
running.PUBLISH_S = 0.15
run()
