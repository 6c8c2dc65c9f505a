"""Naive solvers and judges, with which the engine is compared.

They are written from RULES.md and LOG.md only, and import neither tierce.melds, tierce.arrange nor
tierce.games (tests/firmware/test_imports.py). Where the texts leave a verdict open, a judge lists the
code in `open_codes`, and that code is not compared.
"""
