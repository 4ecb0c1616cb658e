"""The command line `holodream`: everything a person wants to see or do with a store."""
