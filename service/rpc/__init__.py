"""The gRPC surface: convert, call, convert."""
