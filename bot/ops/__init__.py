"""Care for the database file: backups, restoring one, and a health check."""
