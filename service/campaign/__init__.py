"""Campaign mode: real gold and silver."""
