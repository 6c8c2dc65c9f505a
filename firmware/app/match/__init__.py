"""Cards and buttons become events, events become outcomes."""
