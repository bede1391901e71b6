-- Puzzles found in a server's finished games while its managers let them be looked for; nothing tells which games.
CREATE TABLE mined_puzzles (
    guild   INTEGER NOT NULL,
    puzzle  TEXT    NOT NULL,                  -- the hash of its position, game and goal
    text    TEXT    NOT NULL,                  -- position and solution, as a line of JSON
    at      INTEGER NOT NULL,                  -- UTC ms, when it was found
    PRIMARY KEY (guild, puzzle)
) STRICT, WITHOUT ROWID;

CREATE INDEX mined_puzzles_by_puzzle ON mined_puzzles (puzzle);

-- A server that takes its consent back has none of them from that moment on.
CREATE TRIGGER mined_puzzles_withdrawn AFTER INSERT ON server_settings WHEN NEW.name = 'mining' AND NEW.value <> 'on'
BEGIN
    DELETE FROM mined_puzzles WHERE guild = NEW.guild;
END;

-- How well a puzzle resisted goes with its last server. One that comes with the program, too, is then rated anew.
CREATE TRIGGER mined_puzzles_gone AFTER DELETE ON mined_puzzles
WHEN NOT EXISTS (SELECT 1 FROM mined_puzzles WHERE puzzle = OLD.puzzle)
BEGIN
    DELETE FROM puzzle_skills WHERE puzzle = OLD.puzzle;
END;
