"""The deck clinic: a deck in whatever way a player wrote it becomes exact cards, or a short list of doubts.

A text goes one way: `encoding` (bytes to text), `recognition` (which format), `formats` (text to entries, one reader a
format), `matching` (entries to cards), `exports` (cards to text). `Clinic` in `clinic.clinic` is the way in.
"""
