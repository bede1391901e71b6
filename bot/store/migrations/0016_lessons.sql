-- How far players have come in the lessons of games; a player has one row a game and form of dice.
CREATE TABLE lessons (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    player   INTEGER NOT NULL,
    variant  TEXT    NOT NULL,
    fights   TEXT    NOT NULL,                 -- the game's option for dice
    step     INTEGER NOT NULL,                 -- from 0; as many as there are: at the end
    made     TEXT    NOT NULL,                 -- the move that did the step's task, in long form with dice; '' before
    helped   INTEGER NOT NULL,                 -- 1: the referee showed that move
    version  INTEGER NOT NULL,                 -- counts the changes
    touched  INTEGER NOT NULL,                 -- UTC ms
    UNIQUE (player, variant, fights)
) STRICT;

CREATE INDEX lessons_by_time ON lessons (player, touched);
