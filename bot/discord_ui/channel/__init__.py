"""What channels are shown: challenges, boards, rolls, reminders, threads."""
