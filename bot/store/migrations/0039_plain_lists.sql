-- Lists and leaderboards are made from what games, seats, events and ratings say; nothing is derived for them.
DROP TRIGGER games_stage;
DROP TRIGGER outcomes_settle;
DROP TRIGGER skills_counted;
DROP TRIGGER skills_played;
DROP TRIGGER skills_gone;
DROP TRIGGER leaderboards_emptied;
DROP TRIGGER merits_emptied;
DROP VIEW ledger;

DROP TABLE leaderboards;
DROP TABLE merits;
DROP INDEX seats_present;
DROP INDEX guests_present;
DROP INDEX games_unsettled;
ALTER TABLE seats DROP COLUMN past;
ALTER TABLE guests DROP COLUMN past;
ALTER TABLE games DROP COLUMN settled;
ALTER TABLE games DROP COLUMN asks;

-- The games in which something was ever proposed.
CREATE INDEX events_offered ON events (game) WHERE kind GLOB '*-offered';

-- What each family of a guild has been played is read from the index alone.
DROP INDEX skills_by_guild;
CREATE INDEX skills_by_guild ON skills (guild, formula, family, games);

CREATE VIEW ledger AS
    SELECT e.*, g.turn, g.rolling, g.winner, g.reason, g.stage FROM events e JOIN games g ON g.number = e.game;

CREATE TRIGGER ledger_entry INSTEAD OF INSERT ON ledger BEGIN
    INSERT INTO events (game, sequence, at, actor, kind, fields, cause)
    VALUES (NEW.game, NEW.sequence, NEW.at, NEW.actor, NEW.kind, NEW.fields, NEW.cause);
    UPDATE games SET sequence = NEW.sequence, turn = NEW.turn, rolling = NEW.rolling WHERE number = NEW.game;
    UPDATE games SET winner = NEW.winner, reason = NEW.reason, stage = NEW.stage
    WHERE number = NEW.game AND stage <> NEW.stage;
END;
