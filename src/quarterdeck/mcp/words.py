"""From what the JSON API says to words for a language model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quarterdeck.kernel.catalogue import Translator, write_number
from quarterdeck.mcp.strangers import LONGEST_NAME, Names, quote

# What one answer may hold.
LONGEST_ANSWER = 30_000
MOST_CHOICES = 100
MOST_REASONS = 40
MOST_SINCE = 30
MOST_TABLES = 15
MOST_PASSAGES = 12
LONGEST_PASSAGE = 600
LONGEST_TITLE = 60

State = dict[str, Any]


def bounded(text: str, say: Translator) -> str:
    """An answer no longer than one may be."""
    if len(text) <= LONGEST_ANSWER:
        return text
    return f"{text[:LONGEST_ANSWER]}…\n{say('qd.mcp.cut')}"


def bullets(lines: Iterable[str]) -> list[str]:
    return [f"- {line}" for line in lines]


def is_fitting(about: str, *texts: str) -> bool:
    """Whether texts have all of these words, or words that begin with them."""
    whole = " ".join(texts).casefold()
    return all(word in whole for word in about.casefold().split())


def _exactly(about: str, choices: Iterable[State]) -> list[State]:
    """The choices whose notation this is."""
    notation = " ".join(about.casefold().split())
    return [each for each in choices if each["notation"].casefold() == notation]


class TableWords:
    """A table as its reader sees it, in words."""

    def __init__(self, state: State, say: Translator, server: str) -> None:
        self.state = state
        self._say = say
        self._server = server
        seats = state["seats"] if self.is_playing else state.get("seating", [])
        people = [seat["name"] for seat in seats if seat["kind"] == "person"]
        self._names = Names(people)
        # What choices are called in other languages, by notation
        self._called: dict[str, list[str]] = {}

    @property
    def is_playing(self) -> bool:
        """Whether there is a game to see, running or finished."""
        return "view" in self.state

    @property
    def is_asked(self) -> bool:
        return bool(self.state.get("choices"))

    @property
    def has_request(self) -> bool:
        """Whether somebody wants our answer besides the game."""
        recall = self.state.get("recall")
        return bool(recall and recall["answer"]) or any(
            vote["answer"] for vote in self.state.get("votes", ())
        )

    @property
    def is_mine(self) -> bool:
        return any(seat["mine"] for seat in self.state.get("seats", ()))

    def mark(self, text: str) -> str:
        return self._names.mark(text)

    def page(self) -> str:
        table = self.state.get("table") or self.state["id"]
        return self._say("qd.mcp.page", address=f"{self._server}/t/{table}")

    # Parts

    def turn(self) -> list[str]:
        """Whose turn it is, and what is asked of us."""
        say, state = self._say, self.state
        if "set_aside" in state:
            return [self.mark(state["set_aside"])]
        if not self.is_playing:
            return [say("qd.mcp.gathering")]
        if state["finished"]:
            return [say("qd.mcp.finished")]
        lines = []
        if self.is_asked:
            seat = state["viewer"]
            lines.append(
                say("qd.mcp.your_turn", seat=seat, prompt=self.mark(state["prompt"] or ""))
            )
        else:
            asked = [self._name(seat) for seat in state["seats"] if seat["asked"]]
            lines.append(say("qd.mcp.others_turn", names=", ".join(asked) or "-"))
        if state["together"]:
            lines.append(say("qd.mcp.together"))
        lines += self._times()
        lines.append(say("qd.mcp.expected", lines=state["lines"]))
        if state["replaced"]:
            lines.append(say("qd.mcp.replaced", bot=state["replaced"]))
        if state["can_undo"]:
            lines.append(say("qd.mcp.can_take_back"))
        return lines + self._requests()

    def _times(self) -> list[str]:
        """Whose time runs, and for how long."""
        say, lines = self._say, []
        for time in filter(None, self.state.get("times", ())):
            if time["is_overdue"]:
                lines.append(say("qd.mcp.overdue", seat=time["seat"]))
            elif time["is_running"]:
                hours, minutes = divmod(time["left"] // 60, 60)
                lines.append(say("qd.mcp.time", seat=time["seat"], hours=hours, minutes=minutes))
        return lines

    def _requests(self) -> list[str]:
        say, lines = self._say, []
        recall = self.state["recall"]
        if recall is not None:
            told = {"seat": recall["seat"], "ply": recall["ply"], "what": self.mark(recall["what"])}
            how = "own" if recall["mine"] else "asked" if recall["answer"] else "waiting"
            lines.append(say(f"qd.mcp.recall.{how}", **told))
            if recall["refused"]:
                name = quote(recall["refused"], LONGEST_NAME)
                lines.append(say("qd.mcp.recall_refused", name=name))
        for vote in self.state["votes"]:
            if vote["answer"]:
                name = quote(vote["name"], LONGEST_NAME)
                lines.append(say("qd.mcp.vote", seat=vote["seat"], name=name, bot=vote["bot"]))
        return lines

    def _name(self, seat: dict[str, Any]) -> str:
        name = quote(seat["name"], LONGEST_NAME) if seat["kind"] == "person" else seat["name"]
        return self._say("qd.mcp.seat_name", seat=seat["number"], name=name)

    def players(self) -> list[str]:
        """Who sits where."""
        say, lines = self._say, []
        for seat in self.state["seats"]:
            notes = [say("qd.mcp.you")] if seat["mine"] else []
            notes += [say("qd.mcp.bot", bot=seat["bot"])] if seat["bot"] else []
            notes += [say("qd.mcp.to_choose")] if seat["asked"] else []
            if seat["score"] is not None:
                notes.append(say("qd.mcp.points", points=seat["score"]))
            lines.append(f"{self._name(seat)}: {', '.join(notes)}")
        return lines

    def seating(self) -> list[str]:
        """Who sits where before the game has begun."""
        say, lines = self._say, []
        for seat in self.state["seating"]:
            if seat["kind"] == "person":
                what = quote(seat["name"], LONGEST_NAME)
            else:
                what = say("qd.mcp.bot", bot=seat["bot"]) if seat["bot"] else say("qd.mcp.open")
            lines.append(say("qd.mcp.seat_name", seat=seat["number"], name=what))
        return lines

    def since(self) -> list[str]:
        """What others did since our last choice."""
        since = self.state["since"]
        if not since or not since["lines"]:
            return []
        lines = since["lines"]
        shown = bullets(self.mark(line) for line in lines[-MOST_SINCE:])
        if len(lines) > MOST_SINCE:
            shown.insert(0, self._say("qd.mcp.more_since", count=len(lines) - MOST_SINCE))
        return [f"## {self._say('qd.mcp.since')}", *shown, ""]

    def sections(self) -> list[str]:
        """The board in words, as in text mode."""
        lines = []
        for section in self.state["sections"]:
            lines.append(f"## {self.mark(section['title'])}")
            lines += [self.mark(line) for line in section["lines"]]
            lines.append("")
        return lines

    def learn(self, translated: State) -> None:
        """Understand also what choices are called in another language."""
        for each in (*translated["choices"], *translated["closed"]):
            self._called.setdefault(each["notation"], []).extend((each["label"], each["group"]))

    def knows(self, about: str) -> bool:
        """Whether words fit a choice, open or closed."""
        return bool(self._open(about) or self._closed(about))

    def names_open(self, about: str) -> bool:
        """Whether words are the notation of an open choice."""
        return bool(_exactly(about, self.state["choices"]))

    def _open(self, about: str) -> list[State]:
        choices = self.state["choices"]
        return _exactly(about, choices) or [each for each in choices if self._fits(about, each)]

    def _closed(self, about: str) -> list[State]:
        closed = self.state["closed"]
        return _exactly(about, closed) or [
            each for each in closed if self._fits(about, each, each["why"], each["rule"])
        ]

    def _fits(self, about: str, choice: State, *more: str) -> bool:
        called = self._called.get(choice["notation"], ())
        return is_fitting(
            about, choice["notation"], choice["label"], choice["group"], *called, *more
        )

    def choices(self, about: str = "", effects: bool = True) -> list[str]:
        """What is open to us, by groups; an effect that several share is told once."""
        found = self._open(about)
        lines: list[str] = []
        group = effect = ""
        for choice in found[:MOST_CHOICES]:
            if choice["group"] != group:
                group, effect = choice["group"], ""
                lines.append(f"## {self.mark(group)}")
            lines.append(f"- `{choice['notation']}`: {self._label(choice, effects)}")
            if effects and choice["effect"] and choice["effect"] != effect:
                effect = choice["effect"]
                lines.append(f"  {self.mark(effect)}")
            if effects and choice["risk"]:
                lines.append(f"  {self._say('qd.mcp.risk', risk=self.mark(choice['risk']))}")
        if len(found) > MOST_CHOICES:
            lines.append(self._say("qd.mcp.more_choices", count=len(found) - MOST_CHOICES))
        return lines

    def _label(self, choice: dict[str, Any], in_full: bool) -> str:
        notes = [choice["price"]] if choice["price"] else []
        if in_full:
            notes += [self._say("qd.mcp.final")] if choice["final"] else []
            notes += [choice["rule"]] if choice["rule"] else []
        label = self.mark(choice["label"])
        return f"{label} ({', '.join(notes)})" if notes else label

    def closed(self, about: str) -> list[str]:
        """What is not open and why: what is closed for the same reason stands together."""
        reasons: dict[tuple[str, str], list[str]] = {}
        for each in self._closed(about):
            key = (self.mark(each["why"]), each["rule"])
            reasons.setdefault(key, []).append(self.mark(each["label"]))
        lines = []
        for (why, rule), labels in reasons.items():
            what = " / ".join(labels[:MOST_REASONS])
            if len(labels) > MOST_REASONS:
                what += f" … (+{len(labels) - MOST_REASONS})"
            told = self._say("qd.mcp.reason", what=what, why=why)
            lines.append(f"- {told}" + (f" ({rule})" if rule else ""))
        return lines

    def scores(self) -> list[str]:
        """The score sheet, one line per seat."""
        lines = []
        for seat in self.state["seats"]:
            cells = [
                f"{self.mark(row['label'])} {write_number(row['points'][seat['number']])}"
                for row in self.state["scores"]
            ]
            lines.append(f"{self._name(seat)}: {', '.join(cells)}")
        return lines

    def ranking(self) -> list[str]:
        """Who came where."""
        say = self._say
        seats = sorted(self.state["seats"], key=lambda seat: (seat["rank"], seat["number"]))
        return [
            say(
                "qd.mcp.rank",
                rank=seat["rank"],
                name=self._name(seat) + (f" ({say('qd.mcp.you')})" if seat["mine"] else ""),
                points=seat["score"],
            )
            for seat in seats
        ]

    # Whole answers

    def position(self) -> str:
        """Everything we may see."""
        say = self._say
        if not self.is_playing:
            lines = [*self.turn(), *bullets(self.seating()), self.page(), say("qd.mcp.untrusted")]
            return "\n".join(lines)
        lines = [*self.turn(), "", *self.since(), *self.sections()]
        lines += [f"## {say('qd.mcp.players')}", *bullets(self.players()), ""]
        return "\n".join([*lines, self.page(), say("qd.mcp.untrusted")])

    def question(self) -> str:
        """What we are asked, in few words: what happened, and what is open."""
        if not self.is_playing:
            return "\n".join([*self.turn(), *bullets(self.seating())])
        lines = [*self.turn(), "", *self.since()]
        if self.state["finished"]:
            lines += bullets(self.ranking())
        elif self.is_asked:
            lines += self.choices(effects=False)
        return "\n".join(lines)


def tell_tables(lists: dict[str, list[dict[str, Any]]], say: Translator) -> str:
    """The tables there are; titles are other people's words."""
    lines: list[str] = []
    mine = {row["id"] for row in lists["mine"]}
    for name in ("mine", "open", "running"):
        lines.append(f"## {say(f'qd.mcp.tables.{name}')}")
        rows = [row for row in lists[name] if name == "mine" or row["id"] not in mine]
        for row in rows[:MOST_TABLES]:
            title = quote(row["title"], LONGEST_TITLE) if row["title"] else ""
            told = {"game": row["game"], "seats": row["seats"]}
            what = say(f"qd.mcp.status.{row['status']}")
            lines.append(f"- `{row['id']}`: {say('qd.mcp.table', **told)}, {what} {title}".rstrip())
        if len(rows) > MOST_TABLES:
            lines.append(say("qd.mcp.more_tables", count=len(rows) - MOST_TABLES))
        if not rows:
            lines.append(say("qd.mcp.none"))
    return "\n".join([*lines, say("qd.mcp.untrusted")])


def tell_games(games: list[dict[str, Any]], say: Translator) -> str:
    """The games with their options and bots."""
    lines = []
    for game in games:
        lines.append(f"## {game['title']} (`{game['id']}`)")
        lines.append(game["summary"])
        lines.append(say("qd.mcp.seats", least=game["seats"][0], most=game["seats"][-1]))
        for option in game["options"]:
            values = ", ".join(f"`{value}` {label}" for value, label in option["values"].items())
            told = {"label": option["label"], "values": values, "default": option["default"]}
            lines.append(f"- `{option['id']}`: {say('qd.mcp.option', **told)}")
        lines.append("")
    if games:
        # The same for every game
        lines.append(f"## {say('qd.mcp.bots')}")
        lines += [f"- `{level['bot']}`: {level['about']}" for level in games[0]["levels"]]
        others = [f"`{bot}`" for bot in games[0]["bots"]]
        lines.append(say("qd.mcp.all_bots", bots=", ".join(others)))
    return "\n".join(lines)


def tell_passages(found: list[dict[str, str]], say: Translator) -> str:
    """What a search in the rules has found."""
    lines = []
    for passage in found[:MOST_PASSAGES]:
        title = passage["title"]
        id = passage["id"] if passage["kind"] in ("rule", "chapter") else ""
        head = title if not id or id in title else f"{id} {title}"
        text = passage["text"][:LONGEST_PASSAGE]
        lines.append(f"- **{head}** {text}".rstrip())
    if len(found) > MOST_PASSAGES:
        lines.append(say("qd.mcp.more_passages", count=len(found) - MOST_PASSAGES))
    return "\n".join(lines) or say("qd.mcp.nothing_found")
