"""A walk of `kill -9`: the referee is killed at one point after another of three stories, and goes on."""
