"""What all other packages use: where files are, texts in each language, errors that a person can correct."""
