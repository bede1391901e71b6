-- A game that those who manage its server delete stands here while its rows go, in one transaction.
CREATE TABLE deleting (
    game  INTEGER NOT NULL PRIMARY KEY
) STRICT;

DROP TRIGGER events_remain;
CREATE TRIGGER events_remain BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM games JOIN departed USING (guild) WHERE number = OLD.game)
    AND NOT EXISTS (SELECT 1 FROM deleting WHERE game = OLD.game)
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

DROP TRIGGER outcomes_remain;
CREATE TRIGGER outcomes_remain BEFORE DELETE ON outcomes
WHEN NOT EXISTS (SELECT 1 FROM departed WHERE guild = OLD.guild)
    AND NOT EXISTS (SELECT 1 FROM deleting WHERE game = OLD.game)
BEGIN
    SELECT RAISE(ABORT, 'outcomes are append-only');
END;

DROP TRIGGER placings_remain;
CREATE TRIGGER placings_remain BEFORE DELETE ON placings
WHEN NOT EXISTS (SELECT 1 FROM games JOIN departed USING (guild) WHERE number = OLD.game)
    AND NOT EXISTS (SELECT 1 FROM deleting WHERE game = OLD.game)
BEGIN
    SELECT RAISE(ABORT, 'placings are append-only');
END;

DROP TRIGGER ratings_remain;
CREATE TRIGGER ratings_remain BEFORE DELETE ON ratings
WHEN NOT EXISTS (SELECT 1 FROM departed WHERE guild = OLD.guild)
    AND NOT EXISTS (SELECT 1 FROM outcomes JOIN deleting USING (game) WHERE number = OLD.outcome)
BEGIN
    SELECT RAISE(ABORT, 'ratings are append-only');
END;

-- What is one person's is found without reading that of others.
CREATE INDEX absentees_by_player ON absentees (player);
CREATE INDEX takeovers_by_player ON takeovers (player);
CREATE INDEX takeovers_by_asker ON takeovers (asker);
CREATE INDEX takeover_consents_by_player ON takeover_consents (player);
