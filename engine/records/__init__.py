"""Games on paper: scoresheets written and played back, events packed, dice checked."""
