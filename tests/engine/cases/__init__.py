"""Sample positions with their exact moves."""
