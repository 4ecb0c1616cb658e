"""The sections of the report, each a function from the desk of a night to its proposals."""
