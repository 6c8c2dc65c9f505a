"""The host side of Tierce: what runs on a computer, around the engine the board runs."""

__version__ = "0.1.0"
