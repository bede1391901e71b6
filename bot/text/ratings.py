"""Sentences about ratings: what a game changed, leaderboards, profiles, head-to-heads."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.ratings import ESTABLISHED, MOVES, Profile, difference, family_name, margin, rating
from bot.store import Change, Player, Rated, Standing, Tally
from bot.text.harmless import YOU, Naming, doing, name_for
from engine.clocks.control import in_words
from engine.model.english import count_of
from engine.model.wording import say

RULE = (
    f"“?” means fewer than {ESTABLISHED} rated games. Custom positions, and games that end in the first {MOVES} moves, "
    "don't count."
)


def changed(changes: Sequence[Change], judged: Rated | None, name: Naming) -> str | None:
    if judged is Rated.ABANDONED:
        return say("Too short to be rated (under {moves} moves each)", moves=MOVES)
    told = [
        f"{name(change.player)} {rating(change.after)} ({difference(change) or 'first game'})" for change in changes
    ]
    return f"Ratings: {' · '.join(told)}" if told else None


def leaderboard(family: str, leaders: Sequence[Standing], name: Naming) -> str:
    title = f"**{family_name(family)}**"
    if not leaders:
        return say("{game}: no one here has a rating yet. Start a rated game with /play.", game=title)
    lines = [
        f"{each.place}. {name(each.player)} **{rating(each.skill)}** ±{margin(each.skill)}, "
        f"{count_of(each.skill.games, 'game')}"
        for each in leaders
    ]
    if leaders[-1].place > len(leaders):
        lines.insert(-1, "…")
    return "\n".join([title, *lines])


PLAYING = "Playing now: {games:counted game}."
PLAYING_HERE = "Playing now: {games:counted game}:"
PLAYING_PARTLY = "Playing now: {games:counted game}, {here} in this channel:"


def profile(seen: Profile, here: Sequence[str], name: Naming, you: Player | None = None) -> str:
    who = name_for(you, name, seen.player)
    lines = [f"**{who}**"]
    scores = {tally.family: f": {score(tally)}" for tally in seen.tallies if tally.rated}
    for _, family, skill, _ in seen.skills:
        lines.append(f"{family_name(family)} **{rating(skill)}** ±{margin(skill)}{scores.get(family, '')}")
    casual = [f"{family_name(tally.family)}: {score(tally)}" for tally in seen.tallies if not tally.rated]
    if casual:
        lines.append(f"Unrated: {'; '.join(casual)}")
    if seen.pace is not None:
        lines.append(say("Typical move time: {time}.", time=in_words(seen.pace, 1)))
    if seen.running:
        some = PLAYING_HERE if len(here) == len(seen.running) else PLAYING_PARTLY
        lines += [say(some if here else PLAYING, games=seen.running, here=len(here)), *here]
    return "\n".join(lines) if len(lines) > 1 else doing(who, "hasn't played here yet.")


def duels(player: Player, other: Player, tallies: Sequence[Tally], name: Naming, you: Player | None = None) -> str:
    first, second = (name_for(you, name, each) for each in (player, other))
    second = YOU.casefold() if second == YOU else second
    if not tallies:
        return say("{first} and {second} haven't finished a game against each other here.", first=first, second=second)
    total = Tally("", True, *(sum(counts) for counts in zip(*(tally[2:] for tally in tallies), strict=True)))
    lines = [say("**{first}** against **{second}**: {score}", first=first, second=second, score=score(total))]
    for tally in tallies:
        words = "{game}: {score}" if tally.rated else "{game}, unrated: {score}"
        lines.append(say(words, game=family_name(tally.family), score=score(tally)))
    return "\n".join(lines)


def score(tally: Tally) -> str:
    return say("{won} won, {drawn} drawn, {lost} lost", won=tally.won, drawn=tally.drawn, lost=tally.lost)
