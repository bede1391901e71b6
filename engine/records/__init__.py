"""Records: scoresheets written and played back, events packed for a store, dice checked."""
