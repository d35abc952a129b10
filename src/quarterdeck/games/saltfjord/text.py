"""The view as text: sections of short lines that read well aloud and fit a terminal."""

from __future__ import annotations

from quarterdeck.games.saltfjord import boardtext
from quarterdeck.games.saltfjord.names import COLOURS, FACES, GOODS, KINDS, START_BUILDINGS, TRACKS
from quarterdeck.games.saltfjord.printed import ability_text, effect_text, tile_text
from quarterdeck.games.saltfjord.view import (
    AbilityView,
    CrateView,
    Goods,
    HandView,
    MarketView,
    PlayerView,
    SaltfjordView,
    SetView,
    StackView,
    TavernView,
    TileView,
    TokenStackView,
    TokenView,
    TrackView,
    ZoneView,
)
from quarterdeck.games.saltfjord.words import (
    gains,
    good_name,
    join_messages,
    list_messages,
    medal_words,
    points_words,
    token_type,
    track_name,
)
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import Section


def sections(view: SaltfjordView, say: Translator) -> list[Section]:
    """The turn; the own village; the main board; the others' villages."""
    mine = [player for player in view.players if player.seat == view.viewer]
    others = [player for player in view.players if player.seat != view.viewer]
    found = [Section(_title(view, say), tuple(_turn(view, say)), "turn")]
    if view.sets:
        lines = [_set(view, offered, say) for offered in view.sets]
        found.append(Section(say("sf.text.sets"), tuple(lines), "sets"))
    for player in mine:
        found += _player(view, player, say)
    found += [
        Section(say("sf.text.market"), tuple(_market(view, say)), "market"),
        Section(say("sf.text.stacks"), tuple(_stacks(view, say)), "stacks"),
        Section(say("sf.text.tracks"), tuple(_tracks(view, say)), "tracks"),
        Section(say("sf.text.fjord"), tuple(_fjord(view, say)), "fjord"),
        Section(say("sf.text.taverns"), tuple(_tavern(t, say) for t in view.taverns), "taverns"),
    ]
    for player in others:
        found += _player(view, player, say)
    return found


def _title(view: SaltfjordView, say: Translator) -> str:
    if view.finished:
        return say("sf.text.finished")
    if view.round == 0:
        return say("sf.text.setup")
    return say("sf.text.round", round=view.round, rounds=view.rounds)


# Words for what the view names


def _goods(goods: Goods) -> list[Message]:
    return [good_name(GOODS.index(id), count) for id, count in goods if count]


def _cost(goods: Goods) -> Message:
    return join_messages(_goods(goods)) if goods else Message("sf.text.free")


def _token(token: TokenView) -> Message:
    parts = _goods(token.goods)
    if token.points:
        parts.append(points_words(token.points))
    return join_messages(parts)


def _name(tile: TileView) -> Message:
    if tile.id in START_BUILDINGS:
        return Message("sf.tile.start", number=START_BUILDINGS.index(tile.id) + 1)
    return Message(f"sf.tile.{tile.shape}")


def _icons(view: SaltfjordView, tile: TileView) -> Message:
    """What the cells of a tile show, in order."""
    return list_messages(
        [boardtext.describe_icon(icon, view.printed.fish_icon) for icon in tile.icons]
    )


def _crate(crate: CrateView) -> Message:
    return Message("sf.crate.worth", cost=_cost(crate.cost), count=crate.points)


def _track(view: SaltfjordView, track: str) -> Message:
    return track_name(TRACKS.index(track), view.carts)


# The turn


def _turn(view: SaltfjordView, say: Translator) -> list[str]:
    if view.finished:
        return [*_result(view, say), *_special(view, say)]
    lines = []
    if view.round and not view.solo:
        lines.append(say("sf.text.first", seat=view.first))
    if not view.solo and (view.round or any(view.white)):
        lines += [_dice("white", view.white, say), _dice("orange", view.orange, say)]
    if view.orange_to_come:
        counts = ", ".join(map(str, view.orange_to_come))
        lines.append(say("sf.text.dice.to_come", counts=counts))
    return lines + _special(view, say) + _under_way(view, say)


def _dice(colour: str, counts: tuple[int, ...], say: Translator) -> str:
    shown = [
        f"{face + 1} ×{counts[face]}" if counts[face] > 1 else str(face + 1)
        for face in range(FACES)
        if counts[face]
    ]
    return say(f"sf.text.dice.{colour}", faces=", ".join(shown) or say("sf.text.no_dice"))


def _special(view: SaltfjordView, say: Translator) -> list[str]:
    return [
        say(
            "sf.text.special",
            tile=Message(f"sf.score_tile.{special.id}"),
            text=tile_text(view.printed, special.id),
            worth=special.worth,
            needed=points_words(special.needed),
        )
        for special in view.special
    ]


def _under_way(view: SaltfjordView, say: Translator) -> list[str]:
    """What somebody is in the middle of."""
    lines = []
    if view.hand:
        lines.append(_hand(view.hand, say))
    if view.placing:
        tile = view.placing.tile
        lines.append(
            say(
                "sf.text.placing",
                seat=view.placing.seat,
                tile=_name(tile),
                icons=_icons(view, tile),
            )
        )
        lines += boardtext.turns(tile, say, view.printed.fish_icon)
    if view.waiting:
        rewards = gains([0] * KINDS, 0, view.waiting.upgrades, view.waiting.fishing)
        lines.append(say("sf.text.waiting", seat=view.waiting.seat, rewards=rewards))
    if view.looking:
        first, second = map(_token, view.looking)
        lines.append(say("sf.text.looking", first=first, second=second))
    return lines


def _hand(hand: HandView, say: Translator) -> str:
    die = Message(f"sf.die.{hand.colour}", face=hand.face)
    if not hand.line:
        return say("sf.text.hand", seat=hand.seat, die=die)
    kind = "column" if hand.colour == COLOURS[0] else "row"
    line = Message(f"sf.line.{kind}", number=hand.line)
    if not hand.cell:
        return say("sf.text.hand.line", seat=hand.seat, die=die, line=line)
    cell = Message("sf.cell", row=int(hand.cell[1]), column=int(hand.cell[3]))
    return say("sf.text.hand.cell", seat=hand.seat, die=die, line=line, cell=cell)


def _result(view: SaltfjordView, say: Translator) -> list[str]:
    if view.solo:
        score = view.players[0].score
        outcome = Message("sf.solo.lost")
        if view.won:
            outcome = medal_words(view.medal, view.medal_score, score, view.medals)
        return [say("sf.text.solo", score=points_words(score), outcome=outcome)]
    order = sorted(view.players, key=lambda player: view.ranks[player.seat])
    return [
        say("sf.text.rank", rank=view.ranks[p.seat], seat=p.seat, score=points_words(p.score))
        for p in order
    ]


def _set(view: SaltfjordView, offered: SetView, say: Translator) -> str:
    parts = _goods(offered.goods)
    if offered.fishing:
        parts.append(Message("sf.fishings", count=1))
    return say(
        "sf.text.set",
        number=offered.number,
        ability=Message(f"sf.ability.{offered.ability}"),
        text=ability_text(view.printed, offered.ability),
        icons=join_messages(
            [boardtext.describe_icon(icon, view.printed.fish_icon) for icon in offered.icons]
        ),
        goods=list_messages(parts),
    )


# The main board


def _market(view: SaltfjordView, say: Translator) -> list[str]:
    """The crates with the quays they go to, and what cubes are worth in fish."""
    lines = [_crates(view, stack, say) for stack in view.market]
    prices = [
        say("sf.text.price", good=Message(f"sf.room.{good}"), fish=fish)
        for good, fish in zip(GOODS, view.sells_for, strict=True)
        if good != "fish"
    ]
    lines.append(say("sf.text.prices", prices=", ".join(prices)))
    return [*lines, say("sf.text.paid_upgrade", count=view.upgrade_fish)]


def _crates(view: SaltfjordView, stack: MarketView, say: Translator) -> str:
    id, fish, upgrades, points, fishing = view.quay_rewards[stack.number - 1]
    goods = [0] * KINDS
    goods[GOODS.index("fish")] = fish
    quay, reward = Message(f"sf.quay.{id}"), gains(goods, points, upgrades, fishing)
    if not stack.crate:
        return say("sf.text.crates.none", quay=quay, gains=reward)
    crate = _crate(stack.crate)
    return say("sf.text.crates", quay=quay, gains=reward, crate=crate, count=stack.left)


def _stacks(view: SaltfjordView, say: Translator) -> list[str]:
    return [*(_stack(view, stack, say) for stack in view.stacks), say("sf.text.parts")]


def _stack(view: SaltfjordView, stack: StackView, say: Translator) -> str:
    shape = Message(f"sf.shape.{stack.shape}")
    if not stack.top:
        return say("sf.text.stack.empty", shape=shape)
    name, icons = stack.top.id.upper(), _icons(view, stack.top)
    return say("sf.text.stack", shape=shape, name=name, icons=icons, count=stack.left)


def _tracks(view: SaltfjordView, say: Translator) -> list[str]:
    """The steps of every track, the score tile at its top, the ability tiles on the board."""
    lines = []
    for track in view.tracks:
        steps = [
            say(
                "sf.text.space",
                level=space.level,
                cost=Message(f"sf.room.{space.cost}"),
                effect=effect_text(view.printed, space.effect),
            )
            for space in track.spaces[1:]
        ]
        lines.append(say("sf.text.track", track=_track(view, track.id), spaces=" · ".join(steps)))
        if track.tile:
            lines.append(_top(view, track, say))
    points = ", ".join(str(space.points) for space in view.tracks[0].spaces[1:])
    lines.append(say("sf.text.track_points", points=points))
    return lines + [
        say(
            "sf.text.ability",
            ability=Message(f"sf.ability.{id}"),
            text=ability_text(view.printed, id),
        )
        for id in view.abilities
    ]


def _top(view: SaltfjordView, track: TrackView, say: Translator) -> str:
    tile = Message(f"sf.score_tile.{track.tile}")
    text = tile_text(view.printed, track.tile)
    name = _track(view, track.id)
    if not any(track.tile_worth):
        return say("sf.text.top", track=name, tile=tile, text=text)
    worth = [
        say("sf.text.worth", seat=seat, points=points)
        for seat, points in enumerate(track.tile_worth)
    ]
    return say("sf.text.top.worth", track=name, tile=tile, text=text, worth=", ".join(worth))


def _fjord(view: SaltfjordView, say: Translator) -> list[str]:
    lines = [_zone(zone, say) for zone in view.zones]
    for kind in sorted({token.type for token, _ in view.unseen}):
        parts = [
            say("sf.text.unseen.part", number=count, token=_token(token))
            for token, count in view.unseen
            if token.type == kind and count
        ]
        if parts:
            lines.append(say("sf.text.unseen", type=token_type(kind), tokens=", ".join(parts)))
    return lines


def _zone(zone: ZoneView, say: Translator) -> str:
    stacks = ", ".join(_tokens(stack, say) for stack in zone.stacks)
    points = points_words(zone.points)
    if not zone.boats:
        return say("sf.text.zone", number=zone.number, points=points, stacks=stacks)
    boats = ", ".join(say.player(seat) for seat in zone.boats)
    return say("sf.text.zone.boats", number=zone.number, points=points, stacks=stacks, boats=boats)


def _tokens(stack: TokenStackView, say: Translator) -> str:
    if stack.top:
        return say("sf.text.tokens.known", left=stack.left, token=_token(stack.top))
    return say("sf.text.tokens.put_back", left=stack.left) if stack.put_back else str(stack.left)


def _tavern(tavern: TavernView, say: Translator) -> str:
    name = Message(f"sf.tavern.{tavern.id}")
    if tavern.seat is not None:
        return say("sf.text.tavern.taken", tavern=name, seat=tavern.seat)
    dice = [
        say(f"sf.die.{colour}", face=face)
        for colour, face in zip(COLOURS, (tavern.white, tavern.orange), strict=True)
        if face
    ]
    if dice:
        return say("sf.text.tavern.dice", tavern=name, dice=", ".join(dice))
    return say("sf.text.tavern.free", tavern=name)


# Players


def _player(view: SaltfjordView, player: PlayerView, say: Translator) -> list[Section]:
    """A player's means, and apart from them the village, which changes less often."""
    title = say(
        "sf.text.player",
        seat=player.seat,
        colour=Message(f"sf.colour.{player.colour}"),
        side=Message(f"sf.option.village_side.{player.side}"),
    )
    if player.seat in view.actors:
        title = say("sf.text.player.asked", player=title)
    village = boardtext.rows(player, say, view.round == 0, view.printed.fish_icon)
    if player.seat == view.viewer or view.viewer is None:
        village = boardtext.chart(player, say, view.printed.fish_icon) + village
    means = [_score(view, player, say), *_means(view, player, say)]
    kind = f"player-{player.seat}"
    return [
        Section(title, tuple(means), kind),
        Section(say("sf.text.village", seat=player.seat), tuple(village), f"{kind}-village"),
    ]


def _score(view: SaltfjordView, player: PlayerView, say: Translator) -> str:
    if view.finished:
        return say("sf.text.score.final", score=player.score)
    return say("sf.text.score", points=player.points, score=player.score)


def _means(view: SaltfjordView, player: PlayerView, say: Translator) -> list[str]:
    """Goods, workers, dice, abilities, technologies, boat, crates."""
    goods = _goods(player.goods)
    lines = [
        say("sf.text.goods", goods=list_messages(goods) if goods else Message("sf.nothing")),
        say("sf.text.workers", free=player.workers, owned=player.workers_owned),
    ]
    if player.carts_waiting:
        lines.append(say("sf.text.cart_waiting"))
    if player.tavern:
        lines.append(say("sf.text.retired", tavern=Message(f"sf.tavern.{player.tavern}")))
    elif view.round:
        lines.append(
            say(
                "sf.text.dice_taken",
                white=player.white_taken,
                white_limit=view.white_limit,
                orange=player.orange_taken,
                orange_limit=view.round,
            )
        )
    lines += [_ability(view, ability, say) for ability in player.abilities]
    levels = [
        say("sf.text.level", track=_track(view, track.id), level=level)
        for track, level in zip(view.tracks, player.tech, strict=True)
    ]
    lines.append(say("sf.text.levels", levels=", ".join(levels)))
    small, large = _cost(player.small_cost), _cost(player.large_cost)
    lines.append(say("sf.text.building_costs", small=small, large=large))
    return [*lines, _boat(player, say), *_quays(player, say)]


def _ability(view: SaltfjordView, ability: AbilityView, say: Translator) -> str:
    name = Message(f"sf.ability.{ability.id}")
    text = ability_text(view.printed, ability.id)
    id = "sf.text.own_ability.used" if ability.used else "sf.text.own_ability"
    return say(id, ability=name, text=text)


def _boat(player: PlayerView, say: Translator) -> str:
    place = Message("sf.text.zone_name", zone=player.zone) if player.zone else Message("sf.harbour")
    plain = player.boat[:-1] if player.upgraded else player.boat
    spaces = [say("sf.text.aboard", token=_token(token)) for token in plain if token]
    free = len(plain) - len(spaces)
    if free:
        spaces.append(say("sf.text.spaces_free", count=free))
    if player.upgraded:
        last = player.boat[-1]
        if last:
            spaces.append(say("sf.text.double", token=_token(last)))
        else:
            spaces.append(say("sf.text.double.free"))
    return say("sf.text.boat", place=place, spaces=", ".join(spaces), caught=player.caught)


def _quays(player: PlayerView, say: Translator) -> list[str]:
    lines = []
    for quay in player.quays:
        if quay.crates:
            crates = [
                say("sf.text.crate", name=crate.id.upper(), count=crate.points)
                for crate in quay.crates
            ]
            name = Message(f"sf.quay.{quay.id}")
            lines.append(say("sf.text.quay", quay=name, crates=", ".join(crates)))
    return lines or [say("sf.text.no_crates")]
