"""What a game consists of, as values without rules: kinds of piece, seats, positions, moves, the array."""
