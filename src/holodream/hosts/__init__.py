"""The programs that use a memory: Hermes, the command line, and later MCP clients and a web page."""
