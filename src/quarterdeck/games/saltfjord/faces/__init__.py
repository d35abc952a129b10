"""What people are told about each step: one face per step that asks, in files named alike."""
