"""Tests of data files."""
