"""Tables, migrations and the unit of work."""
