"""The calls of the contract: a message becomes domain values, a use case answers, the answer becomes a message."""
