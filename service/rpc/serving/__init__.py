"""What listens: the server with its ports, health, TLS, and the figures for Prometheus."""
