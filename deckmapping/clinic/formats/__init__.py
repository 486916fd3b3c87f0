"""The readers: each turns the text of one format into entries and into lines that are none, and drops nothing."""
