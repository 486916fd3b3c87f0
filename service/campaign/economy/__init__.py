"""What the campaign's money comes to: simulated lives of players on the ladder, on exact tables of results.

No part of the service: `scripts/make_economy_page.py` runs it for docs/economy.md. `board` and `climbers` are the
ladder for many careers at once, `kinds` the players, `tables` what their hands bring, `lives` the run.
"""
