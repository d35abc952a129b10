"""Learning to judge a game: self-play, what is learnt from it, and runs that can be resumed."""

# First of all, because it sets how many threads NumPy uses before anybody loads that.
from quarterdeck.bots import network as network
