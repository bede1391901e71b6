"""Pictures about games rather than of positions: how one ended, luck, ratings, leaderboards."""
