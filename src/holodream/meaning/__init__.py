"""Finding facts by meaning: models, vectors in memory, and the work in the background. Off by default; importing this loads nothing."""
