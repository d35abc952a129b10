"""Tests of records: writing, reading, damage, replay, redaction, the journal."""
