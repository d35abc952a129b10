"""Helpers of this repository's own tests, and tests of `quarterdeck.testing`."""
