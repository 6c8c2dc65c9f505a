"""Tierce on a computer: the tools around the rules engine that the board runs."""

__version__ = "0.1.0"
