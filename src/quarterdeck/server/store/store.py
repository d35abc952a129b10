"""Everything the server keeps, by what it is for."""

from __future__ import annotations

from quarterdeck.server.store.absences import Absences
from quarterdeck.server.store.addresses import Addresses
from quarterdeck.server.store.archive import Archive
from quarterdeck.server.store.asks import Asks
from quarterdeck.server.store.cache import Cache
from quarterdeck.server.store.chat import Chat
from quarterdeck.server.store.contact_wishes import ContactWishes
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.deadlines import StoredDeadlines
from quarterdeck.server.store.friends import Friends
from quarterdeck.server.store.guests import Guests
from quarterdeck.server.store.hints import StoredHints
from quarterdeck.server.store.holidays import StoredHolidays
from quarterdeck.server.store.lessons import StoredLessons
from quarterdeck.server.store.lines import StoredLines
from quarterdeck.server.store.lists import TableLists
from quarterdeck.server.store.marks import Marks
from quarterdeck.server.store.mine import OwnTables
from quarterdeck.server.store.orders import Orders
from quarterdeck.server.store.outbox import Outbox
from quarterdeck.server.store.protection import Protection
from quarterdeck.server.store.puzzles import PuzzleAnswers
from quarterdeck.server.store.results import StoredResults
from quarterdeck.server.store.reviews import StoredReviews
from quarterdeck.server.store.seats import Seats
from quarterdeck.server.store.sessions import Sessions
from quarterdeck.server.store.signs import Signs
from quarterdeck.server.store.tables import StoredTables
from quarterdeck.server.store.tickets import Tickets
from quarterdeck.server.store.traces import Traces


class Store:
    """One part per subject, all on one database. Each method of a part is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database
        # On SQLite nobody else changes what is stored.
        self.cache = Cache(keeps=database.is_sqlite)
        self.guests = Guests(database, self.cache)
        self.sessions = Sessions(database, self.cache)
        self.protection = Protection(database, self.cache)
        self.tickets = Tickets(database)
        self.friends = Friends(database, self.cache)
        self.traces = Traces(database, self.cache)
        self.tables = StoredTables(database)
        self.lists = TableLists(database)
        self.mine = OwnTables(database)
        self.archive = Archive(database)
        self.seats = Seats(database, self.cache)
        self.lines = StoredLines(database)
        self.chat = Chat(database, self.cache)
        self.asks = Asks(database)
        self.orders = Orders(database)
        self.reviews = StoredReviews(database)
        self.hints = StoredHints(database, self.cache)
        self.results = StoredResults(database)
        self.puzzles = PuzzleAnswers(database)
        self.lessons = StoredLessons(database)
        self.signs = Signs(database)
        self.absences = Absences(database, self.cache)
        self.addresses = Addresses(database)
        self.contact_wishes = ContactWishes(database)
        self.marks = Marks(database)
        self.outbox = Outbox(database)
        self.deadlines = StoredDeadlines(database, self.cache)
        self.holidays = StoredHolidays(database)

    def forget_table(self, table_id: str) -> None:
        """Nobody looks at a table any more: neither at its chat nor at its votes."""
        self.cache.drop(("chat", table_id), ("votes", table_id))
