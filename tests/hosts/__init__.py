"""The provider inside real hosts, Hermes Agent 0.19 and 0.22, with a stand-in for the language model and no network."""
