"""The tests, in the order of the house: engine, renderer, bot; and a stand-in for Discord."""
