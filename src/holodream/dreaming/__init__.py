"""The nightly pass: what people really confirmed. Pure functions from inputs to a report."""
