"""Table logs: reading them line by line and refereeing them."""
