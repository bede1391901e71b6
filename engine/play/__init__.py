"""A game in progress: commands, the referee, events, and the state they lead to."""
