"""Tags become cards that lie somewhere, steadily enough to be believed."""
