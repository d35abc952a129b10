"""Random play of Quarterdeck and its peers, measured side by side; bench.py runs it."""
