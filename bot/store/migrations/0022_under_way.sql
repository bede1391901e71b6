-- The open and running games of a server, to be counted however many have ended; the query repeats this condition word
-- by word.
CREATE INDEX games_under_way ON games (guild, stage) WHERE stage IN ('open', 'playing');
