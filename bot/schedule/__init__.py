"""Deadlines met: the task that waits for them, and what each leads to."""
