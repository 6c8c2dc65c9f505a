"""What a house rule changes: rounds of the computer players over a grid of options."""
