"""holodream in Hermes Agent: the memory provider and what surrounds it. Nothing is imported before it is used."""
