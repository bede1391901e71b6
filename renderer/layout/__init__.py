"""The layout of a picture, in pixels: the cells of a board, and the parts of the page."""
