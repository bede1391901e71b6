"""Movement: compiled to paths, attacks and pins, moves applied, the move generator."""
