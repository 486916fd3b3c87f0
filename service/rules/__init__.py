"""The 11-target sabacc hand: pure values in, events out."""
