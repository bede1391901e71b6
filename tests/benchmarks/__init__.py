"""Benchmarks: each candidate is measured beside an anchor in the same run; only their ratio is of interest."""
