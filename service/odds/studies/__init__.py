"""The figures of docs/odds.md, each reckoned by a function."""
