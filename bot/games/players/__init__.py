"""What a player has: games that wait, notes, games watched."""
