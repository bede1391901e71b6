"""The referee in Discord, or hot-seat in a terminal."""
