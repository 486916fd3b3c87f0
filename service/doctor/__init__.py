"""What `sabacc doctor` examines: small checks of everything that the service stands on, each with what to do."""
