"""The primitives of tsb1: pack, hashes, stream and pile. Imports nothing of the project."""
