"""A table's description, its config.json: read, checked and completed, with what boards have."""
