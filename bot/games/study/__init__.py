"""The study of games: explored positions and imported scoresheets."""
