"""What pieces can do: movement compiled to paths, attacks and pins, moves made, legal moves."""
