"""Pieces as pictures: fonts, icons, sprites, and the canvas they are drawn on."""
