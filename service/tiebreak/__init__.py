"""Ties: criteria, procedure, transcript, verifier."""
