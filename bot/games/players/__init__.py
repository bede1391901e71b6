"""The agenda and notes of players, and the games that they watch."""
