-- How a game's dice come about (engine.dice.terms); '' while that is still to be settled when a challenge is answered.
ALTER TABLE games ADD COLUMN dice TEXT NOT NULL DEFAULT '1';

-- Whether the seat in `turn` is to roll for the last attack, not to move.
ALTER TABLE games ADD COLUMN rolling INTEGER NOT NULL DEFAULT 0;

CREATE INDEX games_rolling ON games (stage, number) WHERE rolling;

-- The words that players have given for a game's dice before it begins; its events take them over then.
CREATE TABLE words (
    game    INTEGER NOT NULL REFERENCES games (number),
    player  INTEGER NOT NULL,
    word    TEXT    NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX words_by_player ON words (player, game);

DROP VIEW ledger;
CREATE VIEW ledger AS
    SELECT e.*, g.turn, g.rolling, g.winner, g.reason, g.stage FROM events e JOIN games g ON g.number = e.game;

CREATE TRIGGER ledger_entry INSTEAD OF INSERT ON ledger BEGIN
    INSERT INTO events (game, sequence, at, actor, kind, fields, cause)
    VALUES (NEW.game, NEW.sequence, NEW.at, NEW.actor, NEW.kind, NEW.fields, NEW.cause);
    UPDATE games SET sequence = NEW.sequence, turn = NEW.turn, rolling = NEW.rolling WHERE number = NEW.game;
    UPDATE games SET winner = NEW.winner, reason = NEW.reason, stage = NEW.stage
    WHERE number = NEW.game AND stage <> NEW.stage;
END;
