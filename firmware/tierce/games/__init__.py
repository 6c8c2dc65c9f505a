"""One module for each family of games: what a turn and a count mean there."""
