"""What keeps the file of a referee sound: backups, restoring one, and a look at its health."""
