"""Time controls, the days that count, and time zones: values without a clock."""
