"""Putting holodream into an installed host: the folder of the plugin, the host's config.yaml, a round trip to prove it."""
