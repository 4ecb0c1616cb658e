"""The night in Hermes: what it reads of the host, where it keeps its state, its settings, and the programs of the skill."""
