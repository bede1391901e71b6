"""Tools for making the program: `python -m tests.tools.matches`, `python -m tests.tools.mining`."""
