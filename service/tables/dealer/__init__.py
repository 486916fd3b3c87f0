"""Hands against a dealer: his up card lies open, and he plays a fixed rule once the player has finished."""
