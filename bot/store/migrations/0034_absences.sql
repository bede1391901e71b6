-- What running clocks have lost while the referee was away, until it is given back.
CREATE TABLE owed (
    game   INTEGER NOT NULL REFERENCES games (number),
    begin  INTEGER NOT NULL,                   -- UTC ms
    until  INTEGER NOT NULL,                   -- UTC ms
    PRIMARY KEY (game, begin)
) STRICT, WITHOUT ROWID;

-- The event up to which a game is shown with the next one, and not by itself.
ALTER TABLE games ADD COLUMN quiet INTEGER NOT NULL DEFAULT -1;

DROP INDEX games_lagging;
CREATE INDEX games_lagging ON games (number)
WHERE lost IS NULL AND (stage = 'open' AND shown < revised
    OR stage = 'void' AND message IS NOT NULL AND shown < revised
    OR stage IN ('playing', 'over') AND (shown < sequence AND quiet < sequence OR worn IS NOT NULL));
