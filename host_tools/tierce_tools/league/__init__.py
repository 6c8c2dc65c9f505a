"""Leagues: who sits with whom, match points, standings and ratings; kept beside the games.

`pairing`, `rules`, `standings` and `ratings` are pure; `store` keeps what people decide.
"""
