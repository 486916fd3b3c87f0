"""From card records to sabacc values: readers, catalogue, destiny text, variants and decks."""
