"""Benchmark programs: each prints ratios measured side by side in one run. None is a test."""
