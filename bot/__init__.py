"""The referee at work: in Discord, or hot-seat in a terminal."""
