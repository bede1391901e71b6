"""Time controls, weekends off, and time zones, as values; nothing here reads a clock."""
