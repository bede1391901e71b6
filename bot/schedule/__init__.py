"""The scheduler of deadlines, and their handlers."""
