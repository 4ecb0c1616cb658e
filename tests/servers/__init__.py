"""Clients of servers outside the process, against servers on loopback that behave well, badly, and as known programs do."""
