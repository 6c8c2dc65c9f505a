"""What it takes to build a table, computed from its description: plans, parts, budgets.

Pure functions on CPython; a table's description is its `config.json`, read by `descriptions`.
"""
