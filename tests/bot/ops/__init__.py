"""What looks after the file: backups, restoring, the doctor, the heartbeat."""
