"""Games being played: commands carried out, time watched, kept moves made."""
