"""The nightly pass: what people really confirmed, and what is worth proposing. Pure functions from inputs to a report."""
