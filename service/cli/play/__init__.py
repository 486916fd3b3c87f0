"""`sabacc play`: a table in a terminal, played through the messages of TableService alone."""
