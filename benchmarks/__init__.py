"""Random play of Quarterdeck beside its peers; bench.py runs it."""
