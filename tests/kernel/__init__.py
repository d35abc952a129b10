"""Tests of the machine itself, with the toy and with even smaller games."""
