"""The rules card: a variant's rules in words, generated from the rules that the referee executes."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.model.english import form, join_words
from engine.model.equipment import kinds_in_words
from engine.rules.endings import LastStanding
from engine.rules.protocols import Rule
from engine.variants import titled
from engine.variants.variant import Variant, VariantEntry

RULINGS, SOURCE = "Rulings", "Source"


class Section(NamedTuple):
    """A headed part of the card; each line is a sentence or two, `**` marks emphasis."""

    heading: str
    lines: tuple[str, ...]


def card(variant: Variant) -> tuple[Section, ...]:
    """The sections of a variant's card: pieces, winning, drawing, the referee's rulings, the source."""
    names = [seat.name for seat in variant.seats]
    order = f"{names[0]} moves first, then {join_words(names[1:], 'and')}"
    first = f"{len(variant.board)} cells, {len(variant.seats)} players. {order}."
    fights = variant.combat.rules if variant.combat else ()
    pieces = tuple(
        f"**{kind.letter}** {kind.name}{f' (d{kind.die})' if fights else ''}: {kind.text}" for kind in variant.kinds
    )
    rules = _rules(variant)
    rulings = [ruling for kind in variant.kinds for ruling in kind.rulings]
    rulings += [ruling for rule in (*rules, *fights) for ruling in rule.rulings]
    sections = (
        Section(titled(variant.name, variant.options), (first, *_armies(variant), *variant.notes)),
        Section("Pieces", pieces),
        Section("Rules", tuple(f"{rule.text[:1].upper()}{rule.text[1:].removesuffix('.')}." for rule in rules)),
        Section("Fights", tuple(rule.text for rule in fights)),
        Section(RULINGS, (*variant.rulings, *rulings)),
        Section(SOURCE, (variant.credits,) if variant.credits else ()),
    )
    return tuple(section for section in sections if section.lines)


def _rules(variant: Variant) -> tuple[Rule, ...]:
    special = [rule for rule in (variant.phase, variant.captures) if rule is not None]
    wins = [ending for ending in variant.endings if isinstance(ending, LastStanding)]
    between = [rule for rule in (variant.elimination, variant.skipping) if rule is not None]
    return (
        *wins,
        *special,
        variant.legality,
        *between,
        *variant.promotions,
        *(ending for ending in variant.endings if ending not in wins),
        variant.stuck,
        *variant.limits,
        *((variant.time_draw,) if variant.time_draw else ()),
        *variant.claims,
    )


def _armies(variant: Variant) -> Iterator[str]:
    owners: dict[str, list[str]] = {}
    for seat in variant.seats:
        letters = [placing.letter for placing in variant.array if placing.seat == seat.number]
        ordered = sorted(variant.kinds, key=lambda kind: not kind.royal)
        kinds = kinds_in_words((kind, letters.count(kind.letter)) for kind in ordered if kind.letter in letters)
        owners.setdefault(f"{len(letters)} pieces: {join_words(kinds, 'and')}", []).append(seat.name)
    for pieces, names in owners.items():
        alike = len(owners) == 1
        who = "Each side" if alike else join_words(names, "and")
        yield f"{who} {form(1 if alike else len(names), 'begins', 'begin')} with {pieces}."


def card_text(variant: Variant) -> str:
    """The whole card as one text, a blank line between sections."""
    parts = []
    for heading, lines in card(variant):
        parts.append("\n".join([f"**{heading}**", *(f"- {line}" for line in lines)]))
    return "\n\n".join(parts)


def games_table(games: Iterable[VariantEntry]) -> str:
    """The games as a Markdown table: name, id, players, cells."""
    lines = ["| game | id | players | cells |", "| --- | --- | --- | --- |"]
    for game in games:
        variant = game.build({option.name: option.values[0] for option in game.options})
        lines.append(f"| {game.name} | `{game.key}` | {len(variant.seats)} | {len(variant.board)} |")
    return "\n".join(lines)
