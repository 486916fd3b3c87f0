"""Hands between two players, each hidden from the other until both are laid open."""
