"""Benchmarks. `python -m bench --help`; conditions and commands are in README.md."""
