"""Learning to judge a game: self-play, what is learnt from it, and runs that can be resumed."""
