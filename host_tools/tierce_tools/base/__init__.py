"""What all other rooms use: where files are, texts in each language, what a person can mend."""
