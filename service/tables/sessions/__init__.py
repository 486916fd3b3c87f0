"""Tables from their opening to their close: what is played, by whom, for how much, and the record that proves it."""
