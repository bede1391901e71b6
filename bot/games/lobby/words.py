"""Words for the dice, and who rolls them: what a challenge settles about a game's dice before it begins. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from bot.store import Player, StoredGame
from engine.dice.terms import LINKED, PLAYERS, DiceTerms, read_terms
from engine.model.refusal import Refusal, Refused
from engine.play.referee import LONGEST_SALT
from engine.play.refusals import BadSalt
from engine.variants.variant import Variant

USUAL = ""
"""The terms of the dice of a challenge that does not choose any: left open until it is answered."""


class HostsWord(Refusal):
    """A word by somebody who runs the referee, and so could know the secret that it would be tried against."""

    words = (
        "You run me, so you could read the secret behind the dice and choose a word that suits you. I take none from "
        "you; the words of the others count."
    )


class NoFights(Refusal):
    """A choice of who rolls in a game that rolls nothing but the draw of its sides."""

    words = "This game has no fights, so nobody rolls in it. Add fights with the option fights, or leave out rolls."


def word_given(text: str, player: int, hosts: Collection[int]) -> str:
    """The word that a player gives, "" for none; `hosts` are the ids of those who run the referee."""
    word = " ".join(text.split())
    if not word:
        return ""
    if player in hosts:
        raise Refused(HostsWord())
    if len(word) > LONGEST_SALT or not word.isprintable():
        raise Refused(BadSalt())
    return word


def with_word(words: Mapping[int, str], player: int, word: str) -> dict[int, str]:
    """The words with that of a player; "" leaves them as they are."""
    return {**words, player: word} if word else dict(words)


def barred(player: Player, terms: DiceTerms, hosts: Collection[int]) -> bool:
    """Whether a player gives no word and never rolls, since they could foresee the dice: a host, or the referee."""
    return terms.by_players if player.level else player.id in hosts


def terms_wished(variant: Variant, by_players: bool | None) -> str:
    """The terms of the dice that are wished for, as a row holds them; "" where they are left open."""
    if variant.combat is None:
        if by_players:
            raise Refused(NoFights())
        return USUAL or LINKED.text
    if by_players is None:
        return USUAL
    return (PLAYERS if by_players else LINKED).text


def terms_of(game: StoredGame, players: Iterable[int], hosts: Collection[int]) -> DiceTerms:
    """The terms of a game that these players (by their ids) begin: those chosen, else players roll if one is a host.

    A host who plays the referee alone deceives nobody else.
    """
    if game.dice:
        return read_terms(game.dice)
    people = [player for player in players if player > 0]
    return PLAYERS if len(people) > 1 and any(player in hosts for player in people) else LINKED


def expected(game: StoredGame, hosts: Collection[int]) -> str:
    """The terms of a challenge as far as they are known: where a host is sure to play, they are not left open."""
    known = {game.challenger, game.invited, *(guest.player.id for guest in game.guests)}
    alone = game.invited is not None and game.invited < 0
    return game.dice or (PLAYERS.text if known & set(hosts) and not alone else "")
