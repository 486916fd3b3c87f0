"""The command line."""

import os

# gRPC's core writes lines of its own to standard error, a line for every stranger who knocks at a port with TLS, and
# looks for its level when it is imported. `GRPC_VERBOSITY=INFO` shows them again.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
