"""Clients for servers outside this process (embeddings, reranking, decisions). Off unless a server is set; importing this loads nothing."""
