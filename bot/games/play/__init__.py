"""Running games: commands carried out, clocks watched, conditional moves made."""
