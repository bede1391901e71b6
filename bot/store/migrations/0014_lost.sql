-- Games whose channel is gone, and the messages that tell their players so.
ALTER TABLE games ADD COLUMN lost INTEGER;                       -- UTC ms, since when its channel is known to be gone
ALTER TABLE games ADD COLUMN told INTEGER;                       -- the message that tells so; 0: none has to
ALTER TABLE games ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;   -- how often it has gone on in another channel

CREATE INDEX games_untold ON games (number) WHERE lost IS NOT NULL AND told IS NULL;
CREATE INDEX games_by_loss ON games (told) WHERE told > 0;
CREATE INDEX games_in_guild ON games (guild, number);

-- What cannot be shown anywhere does not wait to be shown; the query repeats this condition word by word.
DROP INDEX games_lagging;
CREATE INDEX games_lagging ON games (number)
WHERE lost IS NULL AND (stage = 'open' AND shown < revised
    OR stage = 'void' AND message IS NOT NULL AND shown < revised
    OR stage IN ('playing', 'over') AND (shown < sequence OR worn IS NOT NULL));

-- Messages about lost games of a server; written before they are sent, each once.
CREATE TABLE losses (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    guild   INTEGER NOT NULL,
    place   INTEGER,                           -- the channel that it was sent to, or tried last
    tried   INTEGER,                           -- UTC ms of the first attempt whose outcome is not known
    closed  INTEGER                            -- UTC ms when it was sent or given up; NULL before
) STRICT;

CREATE INDEX losses_open ON losses (number) WHERE closed IS NULL;
CREATE INDEX losses_by_guild ON losses (guild);
CREATE INDEX losses_by_place ON losses (place);
