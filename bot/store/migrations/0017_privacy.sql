-- Who wants to be forgotten has a deadline 'erase', a server that the bot is in no longer has a row here; for these two
-- what is otherwise append-only may be made anonymous, or goes.
CREATE TABLE departed (
    guild  INTEGER PRIMARY KEY,
    since  INTEGER NOT NULL                    -- UTC ms
) STRICT;

-- A game that those who manage its server delete stands here while its rows go, in one transaction.
CREATE TABLE deleting (
    game  INTEGER NOT NULL PRIMARY KEY
) STRICT;

-- The server in which a stream of shared dice is rolled; 0 where that is not known, and in direct messages.
ALTER TABLE streams ADD COLUMN guild INTEGER NOT NULL DEFAULT 0;
UPDATE streams SET guild = coalesce((SELECT guild FROM games WHERE streams.channel IN (channel, parent) LIMIT 1), 0);
CREATE INDEX streams_by_guild ON streams (guild) WHERE guild > 0;

-- What is one person's, or one server's, is found without reading that of others.
CREATE INDEX notes_by_player ON notes (player, game);
CREATE INDEX conditions_by_player ON conditions (player, game);
CREATE INDEX watchers_by_player ON watchers (player, game);
CREATE INDEX rolls_by_player ON rolls (player);
CREATE INDEX notices_by_player ON notices (player);
CREATE INDEX names_by_player ON names (player);
CREATE INDEX deadlines_by_player ON deadlines (player) WHERE player > 0;
CREATE INDEX games_by_challenger ON games (challenger);
CREATE INDEX games_by_anybody_invited ON games (invited) WHERE invited IS NOT NULL;
DROP INDEX games_by_invited;
CREATE INDEX skills_by_guild ON skills (guild);
CREATE INDEX skills_by_outcome ON skills (outcome);
CREATE INDEX ratings_by_outcome ON ratings (outcome);
CREATE INDEX explorations_by_game ON explorations (game);

DROP TRIGGER events_stay;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
WHEN NEW.cause IS NOT NULL
    OR (NEW.game, NEW.sequence, NEW.at, NEW.actor, NEW.kind, NEW.fields)
        IS NOT (OLD.game, OLD.sequence, OLD.at, OLD.actor, OLD.kind, OLD.fields)
    OR NOT EXISTS (SELECT 1 FROM deadlines WHERE kind = 'erase')
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

DROP TRIGGER events_remain;
CREATE TRIGGER events_remain BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM games JOIN departed USING (guild) WHERE number = OLD.game)
    AND NOT EXISTS (SELECT 1 FROM deleting WHERE game = OLD.game)
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

DROP TRIGGER rolls_stay;
CREATE TRIGGER rolls_stay BEFORE UPDATE ON rolls
WHEN NEW.cause IS NOT NULL OR NEW.player >= 0 OR NEW.name <> 'former player'
    OR (NEW.stream, NEW.number, NEW.at, NEW.hidden) IS NOT (OLD.stream, OLD.number, OLD.at, OLD.hidden)
    OR NOT EXISTS (SELECT 1 FROM deadlines WHERE kind = 'erase' AND game = 0 AND player = OLD.player)
BEGIN
    SELECT RAISE(ABORT, 'rolls are append-only');
END;

DROP TRIGGER rolls_remain;
CREATE TRIGGER rolls_remain BEFORE DELETE ON rolls
WHEN NOT EXISTS (SELECT 1 FROM streams JOIN departed USING (guild) WHERE number = OLD.stream)
BEGIN
    SELECT RAISE(ABORT, 'rolls are append-only');
END;

DROP TRIGGER outcomes_remain;
CREATE TRIGGER outcomes_remain BEFORE DELETE ON outcomes
WHEN NOT EXISTS (SELECT 1 FROM departed WHERE guild = OLD.guild)
    AND NOT EXISTS (SELECT 1 FROM deleting WHERE game = OLD.game)
BEGIN
    SELECT RAISE(ABORT, 'outcomes are append-only');
END;

DROP TRIGGER placings_stay;
CREATE TRIGGER placings_stay BEFORE UPDATE ON placings
WHEN NEW.player >= 0 OR NEW.name <> 'former player'
    OR (NEW.game, NEW.seat, NEW.place, NEW.result) IS NOT (OLD.game, OLD.seat, OLD.place, OLD.result)
    OR NOT EXISTS (SELECT 1 FROM deadlines WHERE kind = 'erase' AND game = 0 AND player = OLD.player)
BEGIN
    SELECT RAISE(ABORT, 'placings are append-only');
END;

DROP TRIGGER placings_remain;
CREATE TRIGGER placings_remain BEFORE DELETE ON placings
WHEN NOT EXISTS (SELECT 1 FROM games JOIN departed USING (guild) WHERE number = OLD.game)
    AND NOT EXISTS (SELECT 1 FROM deleting WHERE game = OLD.game)
BEGIN
    SELECT RAISE(ABORT, 'placings are append-only');
END;

-- A former player's row of ratings says only that the game has been rated.
DROP TRIGGER ratings_stay;
CREATE TRIGGER ratings_stay BEFORE UPDATE ON ratings
WHEN NEW.player >= 0 OR (NEW.mu, NEW.sigma, NEW.games) IS NOT (0.0, 0.0, 0)
    OR (NEW.formula, NEW.outcome, NEW.guild, NEW.family) IS NOT (OLD.formula, OLD.outcome, OLD.guild, OLD.family)
    OR NOT EXISTS (SELECT 1 FROM deadlines WHERE kind = 'erase' AND game = 0 AND player = OLD.player)
BEGIN
    SELECT RAISE(ABORT, 'ratings are append-only');
END;

DROP TRIGGER ratings_remain;
CREATE TRIGGER ratings_remain BEFORE DELETE ON ratings
WHEN NOT EXISTS (SELECT 1 FROM departed WHERE guild = OLD.guild)
    AND NOT EXISTS (SELECT 1 FROM outcomes JOIN deleting USING (game) WHERE number = OLD.outcome)
BEGIN
    SELECT RAISE(ABORT, 'ratings are append-only');
END;

-- Former players, whose ids are below 0, have no skills and no names of their own.
DROP TRIGGER ratings_skill;
CREATE TRIGGER ratings_skill AFTER INSERT ON ratings WHEN NEW.player > 0 BEGIN
    INSERT INTO skills VALUES (NEW.formula, NEW.guild, NEW.family, NEW.player, NEW.outcome)
    ON CONFLICT DO UPDATE SET outcome = excluded.outcome;
END;

DROP TRIGGER placings_name;
CREATE TRIGGER placings_name AFTER INSERT ON placings WHEN NEW.player > 0 BEGIN
    INSERT INTO names SELECT guild, NEW.player, NEW.name FROM outcomes WHERE game = NEW.game
    ON CONFLICT DO UPDATE SET name = excluded.name;
END;
