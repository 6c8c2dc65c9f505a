"""Where the console script begins: Ctrl-C ends it without a word, while it is being loaded too."""

import sys


def run() -> None:
    """Run the console script."""
    try:
        from tierce_tools.cli.main import run as run_verbs

        run_verbs()
    except KeyboardInterrupt:
        sys.exit(130)
