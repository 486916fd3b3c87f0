"""The gRPC surface: `serving` listens, `calls` is what happens to every call, `contract` converts, calls, converts."""
