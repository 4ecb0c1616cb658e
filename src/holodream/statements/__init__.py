"""What two texts say of each other: whether a message confirms a fact, whether two facts say the same. Pure functions."""
