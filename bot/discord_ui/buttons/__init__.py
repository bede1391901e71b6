"""What buttons and menus do when somebody uses them."""
