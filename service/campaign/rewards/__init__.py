"""Rewards of the ladder on their way to GEMP, which gives each once."""
