"""Messages in channels: challenges, boards, rolls and reminders; and threads."""
