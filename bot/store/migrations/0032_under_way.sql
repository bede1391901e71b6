-- Whose games are under way is found without reading those that have ended.
ALTER TABLE seats ADD COLUMN past INTEGER NOT NULL DEFAULT 0;    -- 1: the game is over, or never began
ALTER TABLE guests ADD COLUMN past INTEGER NOT NULL DEFAULT 0;   -- 1: the challenge is open no more
UPDATE seats SET past = 1 WHERE game IN (SELECT number FROM games WHERE stage IN ('over', 'void'));
UPDATE guests SET past = 1 WHERE game IN (SELECT number FROM games WHERE stage <> 'open');

CREATE INDEX seats_present ON seats (player, game) WHERE NOT past;
CREATE INDEX guests_present ON guests (player, game) WHERE NOT past;

CREATE TRIGGER games_stage AFTER UPDATE OF stage ON games WHEN OLD.stage <> NEW.stage BEGIN
    UPDATE seats SET past = NEW.stage IN ('over', 'void') WHERE game = NEW.number;
    UPDATE guests SET past = NEW.stage <> 'open' WHERE game = NEW.number;
END;

CREATE INDEX games_by_invited ON games (invited) WHERE stage = 'open' AND invited IS NOT NULL;

-- `games_under_way` finds the same games, each stage in their order.
DROP INDEX games_by_guild;

-- What the players of a running game are asked besides a move (`bot.store.asks`), for lists that replay no games; NULL
-- where that is not known yet.
ALTER TABLE games ADD COLUMN asks TEXT DEFAULT '';
UPDATE games SET asks = NULL WHERE stage = 'playing';

DROP VIEW ledger;
CREATE VIEW ledger AS
    SELECT e.*, g.turn, g.rolling, g.winner, g.reason, g.stage, g.asks FROM events e JOIN games g ON g.number = e.game;

CREATE TRIGGER ledger_entry INSTEAD OF INSERT ON ledger BEGIN
    INSERT INTO events (game, sequence, at, actor, kind, fields, cause)
    VALUES (NEW.game, NEW.sequence, NEW.at, NEW.actor, NEW.kind, NEW.fields, NEW.cause);
    UPDATE games SET sequence = NEW.sequence, turn = NEW.turn, rolling = NEW.rolling, asks = NEW.asks
    WHERE number = NEW.game;
    UPDATE games SET winner = NEW.winner, reason = NEW.reason, stage = NEW.stage
    WHERE number = NEW.game AND stage <> NEW.stage;
END;
