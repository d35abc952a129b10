"""A server for the Model Context Protocol: language models play at a Quarterdeck server.

It is a client of the JSON API and nothing else: it sees what the holder of its secret may see, and
no rule is known here. What a model is told is in words; what other people wrote is marked as such.
"""
