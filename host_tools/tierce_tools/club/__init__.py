"""Keeps what many tables say on a broker: every record once, in the store of games."""
