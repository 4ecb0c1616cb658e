"""The tests mirror src/holodream: one module of tests for each module. tests/hosts also runs the real hosts."""
