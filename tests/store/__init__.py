"""Facts in real SQLite files."""
