"""Everything a server keeps in one file, taken while it runs, and put back into any database."""

from quarterdeck.server.backup.form import BackupError, BackupHeader, check
from quarterdeck.server.backup.restoring import Found, look, restore
from quarterdeck.server.backup.taking import take

__all__ = ["BackupError", "BackupHeader", "Found", "check", "look", "restore", "take"]
