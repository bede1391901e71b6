"""Looking at games: positions explored, scoresheets imported."""
