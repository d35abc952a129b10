"""`quarterdeck play`: people at one keyboard, and bots, in the terminal."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from shutil import copy
from typing import Annotated

import typer

from quarterdeck import record
from quarterdeck.advice import Advice, tell_advice
from quarterdeck.bots import DEFAULT, Bot, Budget, ask, make, normalize
from quarterdeck.bots.levels import LEVELS
from quarterdeck.bots.offering import (
    FIRST_OPPONENT,
    bot_label,
    describe_bot,
    note_on_bot,
    tell_strengths,
)
from quarterdeck.cli.common import (
    ComponentsOption,
    GameArgument,
    LanguageOption,
    OptionsOption,
    SeatsOption,
    bot_names,
    game_options,
    out,
    translator,
    whole_number,
)
from quarterdeck.cli.hints import find_hint, show_hint
from quarterdeck.cli.inspect import RULE_LINE, rules_text
from quarterdeck.cli.screen import Screen
from quarterdeck.cli.typed import notations, pick
from quarterdeck.game import Game, LogLine, resume, rules_for, rules_of
from quarterdeck.games import GAMES
from quarterdeck.kernel.errors import BadSetup, QuarterdeckError, RecordError, UnknownName
from quarterdeck.kernel.faces import Choice
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.preview import preview, tell, tell_lines
from quarterdeck.record import BY_HINT, DamagedRecord
from quarterdeck.since import sum_up


def play_command(
    game: GameArgument = GAMES[0],
    seats: SeatsOption = None,
    level: Annotated[
        str, typer.Option(help=f"The level of all opponents: {', '.join(LEVELS)}.")
    ] = "",
    bots: Annotated[
        str,
        typer.Option(help="Bots for the last seats, e.g. mate,admiral:seconds=5; 'none' for none."),
    ] = "",
    names: Annotated[str, typer.Option(help="Names of the players, comma-separated.")] = "",
    lang: LanguageOption = None,
    option: OptionsOption = None,
    components: ComponentsOption = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole_number(), help="Deal the same game again.")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the record in this file.")] = None,
    load: Annotated[Path | None, typer.Option("--resume", help="Go on with a record.")] = None,
    salvage: Annotated[
        bool, typer.Option("--salvage", help="Resume a damaged record as far as it is sound.")
    ] = False,
    plain: Annotated[bool, typer.Option(help="No colours and frames (screen readers).")] = False,
) -> None:
    """Play in the terminal: hot-seat, against bots, or both."""
    say = translator(lang)
    if level and level not in LEVELS:
        raise UnknownName("bot", level, list(LEVELS))
    if load is None:
        rules = rules_of(game, components)
        played, players = _new_game(rules, seats, bots, names, option, seed, level)
    else:
        played = _resumed(load, components, salvage)
        players = _bots(played.rules, played.seats, bots) if bots else _bots_of(played)
        save = save or load
    if save is not None:
        played.keep(save)
    screen = Screen(played, say.language, plain)
    _introduce(screen, dict.fromkeys(_bot_named(played, seat) for seat in sorted(players)))
    Sitting(played, players, screen, save).run()


def _introduce(screen: Screen, bots: Iterable[str]) -> None:
    """Who the opponents are, and what is known of them."""
    rules, seats = screen.game.rules, screen.game.seats
    for bot in filter(None, bots):
        label = bot_label(screen.say, bot)
        known = dict(tell_strengths(screen.say, rules, bot.partition(":")[0])).get(seats, "")
        about = describe_bot(screen.say, bot)
        texts = [about, known, note_on_bot(screen.say, rules, bot)]
        screen.line(f"{label}: {' '.join(filter(None, texts))}" if any(texts) else label, "dim")


def _new_game(
    rules: AnyRules,
    seats: int | None,
    bots: str,
    names: str,
    option: list[str] | None,
    seed: int | None,
    level: str = "",
) -> tuple[Game, dict[int, Bot]]:
    listed = [name.strip() for name in names.split(",") if name.strip()]
    wanted = seats
    if wanted is None and bots and bots != "none":
        wanted = max(rules.seats[0], max(1, len(listed)) + len(bot_names(bots)))
    count, chosen = rules.checked_setup(wanted, game_options(option))
    if not bots:
        # A newcomer who just starts the game finds opponents at the table
        bots = ",".join([level or FIRST_OPPONENT] * (count - max(1, len(listed)))) or "none"
    players = _bots(rules, count, bots)
    people = [seat for seat in range(count) if seat not in players]
    if len(listed) > len(people):
        raise BadSetup(Message("qd.cli.error.too_many_names", count=len(listed)))
    called = dict(zip(people, listed, strict=False))
    bot_list = bot_names("" if bots == "none" else bots)
    for seat, bot in zip(sorted(players), bot_list, strict=True):
        called[seat] = f"{bot}-{seat + 1}"
    dealer = random.SystemRandom() if seed is None else random.Random(seed)
    seating = [called.get(seat, "") for seat in range(count)]
    return Game.new(rules, count, chosen, dealer, seating), players


def _bots(rules: AnyRules, seats: int, listed: str) -> dict[int, Bot]:
    """Bots for the last seats, in the order they are named."""
    names = [] if listed == "none" else bot_names(listed)
    if len(names) > seats:
        raise BadSetup(Message("qd.cli.error.bots_for_seats", count=len(names), seats=seats))
    first = seats - len(names)
    return {first + i: make(name, rules) for i, name in enumerate(names)}


def _bots_of(game: Game) -> dict[int, Bot]:
    """The bots that sat at a recorded table, known by the names we gave them."""
    named = {seat: _bot_named(game, seat) for seat in range(game.seats)}
    return {seat: make(bot, game.rules) for seat, bot in named.items() if bot}


def _bot_named(game: Game, seat: int) -> str:
    """The bot of a seat, as the record says or as the seat is named; empty if there is none."""
    header = game.record.header
    names = header.names
    bot, _, number = (names[seat] if seat < len(names) else "").rpartition("-")
    if any(header.bots):
        bot = header.bots[seat] if seat < len(header.bots) else ""
    elif number != str(seat + 1):
        return ""
    try:
        return normalize(bot)
    except QuarterdeckError:
        return ""


def _resumed(path: Path, components: Path | None, salvage: bool) -> Game:
    try:
        found = record.read(path)
        return resume(found, rules_for(found.header, components))
    except DamagedRecord as damage:
        if not salvage or damage.salvage is None:
            raise
        sound = damage.salvage
        # The file will be written anew: what it held stays beside it
        copy(path, path.with_name(f"{path.name}.damaged"))
        rules = rules_for(sound.header, components)
        return resume(record.salvage(record.migrate(sound, rules), rules), rules)


@dataclass(frozen=True)
class Told:
    """What somebody has been told: everything before a ply, and so many lines of his own lane.

    When lanes close, what others did in theirs is told among what he knows already.
    """

    ply: int = 0
    own: int = 0


class Sitting:
    """The loop: bots choose, people are asked, until the game is over or somebody leaves."""

    def __init__(self, game: Game, bots: dict[int, Bot], screen: Screen, file: Path | None) -> None:
        self.game = game
        self.bots = bots
        self.screen = screen
        self.file = file
        self._told: dict[int | None, Told] = {}
        self._last_person: int | None = None
        # Whom the coach told what it would do, and at which ply.
        self._advised: tuple[int, int] | None = None

    def run(self) -> None:
        self.screen.tell("qd.cli.welcome", game=self.game.rules.title)
        people = [seat for seat in range(self.game.seats) if seat not in self.bots]
        while not self.game.finished:
            seat = self.game.actor
            assert seat is not None
            if seat in self.bots:
                self._play(seat, self._choose(seat))
            elif not self._ask(seat, len(people) > 1):
                self._goodbye()
                return
        viewer = people[0] if len(people) == 1 else None
        self._told.setdefault(viewer, self._told.get(self._last_person, Told()))
        self._tell_news(viewer)
        self.screen.show_position(None)
        self.screen.show_result()
        self._goodbye()

    def _choose(self, seat: int) -> int:
        """What a bot chooses."""
        return ask(self.bots[seat], self.game.position, seat, Budget())

    def _news(self, viewer: int | None) -> list[LogLine]:
        told = self._told.get(viewer, Told())
        own, news = told.own, []
        for line in self.game.log(viewer, told.ply):
            if own and line.event.lane == viewer:
                own -= 1
            else:
                news.append(line)
        return news

    def _tell_news(self, viewer: int | None) -> None:
        self.screen.show_lines(self._news(viewer))
        # What everybody can count is told once and for all.
        public = self.game.ply_for(None) + 1
        self._told[viewer] = Told(public, len(self.game.log(viewer, public)))

    def _ask(self, seat: int, hot_seat: bool) -> bool:
        """Ask a person until something was played; False to leave the table."""
        if hot_seat and seat != self._last_person:
            self._hand_over(seat)
        self._tell_news(seat)
        self.screen.show_position(seat)
        others = [self.screen.say.player(s) for s in self.game.actors if s != seat]
        if others:
            self.screen.tell("qd.cli.together", names=", ".join(others))
        self.screen.show_recap(sum_up(self.game, seat, self.screen.say))
        return self._read(seat)

    def _hand_over(self, seat: int) -> None:
        """What one person may know is not for the next one's eyes."""
        before = self._last_person
        self._last_person = seat
        if before is None:
            return
        secrets = any(line.event.audience == before for line in self.game.log(before))
        if not secrets and not self.game.position.lane_choices(before):
            return
        if any(line.event.audience == before for line in self._news(before)):
            # The last choice has shown something: nobody else may read it out to its owner.
            self._tell_news(before)
            self.screen.tell("qd.cli.read_this", seat=before)
            out.input()
        out.clear()
        self.screen.tell("qd.cli.hand_over", seat=seat)
        out.input()
        out.clear()

    def _read(self, seat: int) -> bool:
        choices = list(self.game.legal_for(seat))
        prompt = self.game.prompt(seat)
        assert prompt is not None
        self.screen.line(self.screen.say("qd.cli.asks", seat=seat, prompt=prompt), "bold")
        self.screen.show_choices(choices)
        while True:
            typed = out.input(self.screen.say("qd.cli.prompt", count=len(choices)) + " ").strip()
            word, _, rest = typed.partition(" ")
            try:
                if typed.isdecimal():
                    self._play(seat, pick(choices, typed))
                    return True
                command = COMMANDS.get(word.lower())
                if command is not None and (not rest or word.lower() in WITH_MORE):
                    answer = command(self, seat, rest.strip())
                    if answer is not None:
                        return answer
                elif typed:
                    self._play(seat, *notations(typed, self.game.rules.space, choices))
                    return True
            except QuarterdeckError as error:
                self.screen.line(self.screen.say.text(error.message), "red")

    def _play(self, seat: int, *choices: int | str | Choice) -> None:
        try:
            hinted = self._advised == (seat, self.game.ply)
            self.game.play(*choices, seat=seat, by=BY_HINT if hinted else "")
        except RecordError as error:
            # Played, but no longer written down.
            self.screen.line(self.screen.say.text(error.message), "red")
            self.file = None

    # What a person may type instead of a choice. None: ask again; True: look again; False: leave.

    def _undo(self, seat: int, _: str) -> bool | None:
        self.game.undo(seat)
        public = self.game.ply_for(None) + 1
        for viewer, told in self._told.items():
            own = len(self.game.log(viewer, public))
            self._told[viewer] = Told(min(told.ply, public), min(told.own, own))
        return True

    def _redo(self, seat: int, _: str) -> bool | None:
        self.game.redo(seat)
        return True

    def _why(self, seat: int, asked: str) -> bool | None:
        if not asked:
            self.screen.show_closed(seat)
            return None
        choices = list(self.game.legal_for(seat))
        if asked.isdecimal():
            codes = [pick(choices, asked).code]
        else:
            codes = [
                self.game.code(each) for each in notations(asked, self.game.rules.space, choices)
            ]
        trial = self.game.position.clone()
        for code in codes:
            trial.play(seat, code)
        self.screen.tell("qd.cli.open", choice=self._spell(codes))
        found = preview(self.game.rules, self.game.position, seat, codes, random.Random())
        for line in tell_lines(tell(found, seat, self.screen.say), self.screen.say):
            self.screen.line(f"  {line}")
        return None

    def _advise(self, seat: int, _: str) -> bool | None:
        """What the coach says: like the bots it looks at imagined worlds, not at the true one."""
        game = self.game
        hint = find_hint(game, seat)
        if hint is not None:
            self._advised = seat, game.ply
            show_hint(self.screen, seat, hint)
            return None
        code = ask(make(DEFAULT, game.rules), game.position, seat, Budget())
        found = preview(game.rules, game.position, seat, [code], random.Random())
        self._advised = seat, game.ply
        self.screen.show_advice(tell_advice(game, seat, Advice(code, found), self.screen.say))
        return None

    def _spell(self, codes: list[int]) -> str:
        return "; ".join(map(self.game.rules.space.notation, codes))

    def _log(self, seat: int, _: str) -> bool | None:
        self.screen.show_lines(self.game.log(seat))
        return None

    def _look(self, seat: int, _: str) -> bool | None:
        self.screen.forget()
        return True

    def _rule(self, seat: int, id: str) -> bool | None:
        text = rules_text(self.game.rules, self.screen.say.language)
        shown = False
        for line in text.splitlines():
            match = RULE_LINE.match(line)
            if match and (match["id"] == id.upper() or match["id"].startswith(f"{id.upper()}.")):
                self.screen.line(f"{match['id']}  {match['text'].replace('`', '')}")
                shown = True
        if not shown:
            self.screen.tell("qd.cli.no_rule", rule=id)
        return None

    def _save(self, seat: int, file: str) -> bool | None:
        if not file:
            self.screen.tell("qd.cli.save_where")
            return None
        self.game.keep(Path(file))
        self.file = Path(file)
        self.screen.tell("qd.cli.saved", file=file)
        return None

    def _help(self, seat: int, _: str) -> bool | None:
        one = self.game.legal_for(seat)[0]
        section = one.rule.partition(".")[0]
        text = self.screen.say("qd.cli.help", example=one.notation, rule=one.rule, section=section)
        for line in text.split("\n"):
            self.screen.line(line)
        return None

    def _quit(self, seat: int, _: str) -> bool | None:
        return False

    def _goodbye(self) -> None:
        if self.file is not None:
            state = "finished" if self.game.finished else "unfinished"
            self.screen.tell(f"qd.cli.kept.{state}", file=str(self.file))
        elif not self.game.finished:
            self.screen.tell("qd.cli.not_kept")


# Commands that may say what they are about.
WITH_MORE = ("s", "save", "r", "rule", "?", "why")
COMMANDS = {
    "u": Sitting._undo,
    "undo": Sitting._undo,
    "redo": Sitting._redo,
    "?": Sitting._why,
    "why": Sitting._why,
    "c": Sitting._advise,
    "coach": Sitting._advise,
    "conseil": Sitting._advise,
    "l": Sitting._log,
    "log": Sitting._log,
    "v": Sitting._look,
    "view": Sitting._look,
    "r": Sitting._rule,
    "rule": Sitting._rule,
    "s": Sitting._save,
    "save": Sitting._save,
    "h": Sitting._help,
    "help": Sitting._help,
    "q": Sitting._quit,
    "quit": Sitting._quit,
}
