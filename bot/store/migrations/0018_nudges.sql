-- The last nudge of each game: the player to move is asked, once a day at most, to do so.
CREATE TABLE nudges (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    game    INTEGER NOT NULL UNIQUE REFERENCES games (number),
    player  INTEGER NOT NULL,                  -- who is to move
    turn    INTEGER NOT NULL,                  -- the event that the turn began with
    at      INTEGER NOT NULL,                  -- UTC ms
    tried   INTEGER,                           -- UTC ms of the first attempt whose outcome is not known
    closed  INTEGER                            -- UTC ms when it was sent or given up; NULL before
) STRICT;

CREATE INDEX nudges_by_player ON nudges (player);

-- When a revealed secret stood in its channel; NULL before. Those revealed earlier count as shown.
ALTER TABLE streams ADD COLUMN published INTEGER;
UPDATE streams SET published = revealed;
