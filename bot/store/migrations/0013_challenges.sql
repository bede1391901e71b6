-- What the challenger says with a challenge; 1: another one takes its place when it is accepted.
ALTER TABLE games ADD COLUMN comment TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;
-- The message that showed the challenge, which says afterwards what has become of it.
ALTER TABLE games ADD COLUMN posted INTEGER;
UPDATE games SET posted = message WHERE stage = 'open';

CREATE INDEX games_standing ON games (challenger, guild) WHERE stage = 'open' AND standing;

-- A standing challenge tells whether its challenger has room for a game more.
CREATE TRIGGER games_over_standing AFTER UPDATE OF stage ON games WHEN OLD.stage = 'playing' AND NEW.stage = 'over' BEGIN
    UPDATE games SET revised = revised + 1
    WHERE stage = 'open' AND standing AND guild = NEW.guild
        AND challenger IN (SELECT player FROM seats WHERE game = NEW.number);
END;

-- Challenges lapse after 14 days, those of before as well.
INSERT OR IGNORE INTO deadlines (kind, game, player, due)
    SELECT 'lapse', number, 0, created + 14 * 86400000 FROM games INDEXED BY games_by_invited WHERE stage = 'open';
