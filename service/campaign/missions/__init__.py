"""Missions: one encounter at a dealer's table, played from a seed to its end. Nothing is stored or booked."""
