"""Pictures painted: canvas, text, pieces, marks, panel, fights, and the board that holds them."""
