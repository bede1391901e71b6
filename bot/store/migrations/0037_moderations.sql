-- What moderators have done to the games and settings of their server, for its log.
CREATE TABLE moderations (
    number  INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL,
    at      INTEGER NOT NULL,                  -- UTC ms
    player  INTEGER NOT NULL,                  -- who; 0 for somebody who has been forgotten
    deed    TEXT    NOT NULL                   -- what, as a text that follows a name
) STRICT;

CREATE INDEX moderations_by_guild ON moderations (guild, number);
CREATE INDEX moderations_by_player ON moderations (player, number) WHERE player > 0;
