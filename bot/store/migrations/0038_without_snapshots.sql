-- Games are replayed from their events; nothing is kept of what came of these.
DROP TABLE snapshots;
