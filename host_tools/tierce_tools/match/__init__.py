"""What is known of a match, from the records of a link, and how each verdict came about."""
