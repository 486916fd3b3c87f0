"""The ladder: what a campaign player climbs, from the Dune Sea to Lando, and a player's career on it.

Levels, rewards and lessons are data (``data/*.toml``), a career is a frozen value, and what happens to it are pure
functions: `opening` before a hand, `playing` after one, `learning` for the lessons before the first table.
"""
