"""Benchmarks of what people feel: how fast, how many at once, how strong."""
