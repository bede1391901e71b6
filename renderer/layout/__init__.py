"""Where things lie in a picture, in pixels: the cells of a board, and the parts of the page."""
