"""The model, values without rules: kinds of piece, seats, positions, moves, the array."""
