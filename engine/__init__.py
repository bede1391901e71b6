"""The pure rules of the games: values in, values out; no input or output, no chance, no clock."""
