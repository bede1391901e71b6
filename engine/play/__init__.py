"""A game in progress: commands, events, the state they lead to, and the referee between them."""
