"""The state of a match from a link's records, and explanations of each verdict."""
