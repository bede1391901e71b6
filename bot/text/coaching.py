"""What the coach says: hints, values and reviews."""

from __future__ import annotations

from bot.games import Table
from bot.games.study.coaching import Overlap, Worth
from engine.lookahead.coach import Hint, percent
from engine.lookahead.review import Account, Review
from engine.model.english import counted
from engine.notation.describe import result_in_words

NO_OVERLAP = Overlap(0, 0)
STEPS = ("which piece", "where it goes", "why")


def worth(found: Worth) -> str:
    return f"{found.standing} Best: {found.line}."


def reviewed(review: Review, overlap: Overlap = NO_OVERLAP) -> str:
    state = review.state
    lines = []
    if state.result is not None:
        ended = result_in_words(state.variant, state.result)
        lines.append(f"{ended[:1].upper()}{ended[1:]}.")
    if review.first:
        first, near = state.played[review.first], review.first == overlap.plies
        why = f"game #{overlap.game} is still near the moves before" if near else "the game is long"
        lines.append(f"I looked from {state.variant.seat(first.seat).name}'s move {first.round} on, since {why}.")
    lines += [_account(review, each) for each in review.accounts]
    if not review.turning:
        lines.append("No single move turned the game.")
    else:
        lines.append(f"Where it turned ({counted(len(review.turning), 'move')}):")
        lines += [f"({number}) {each.move} – {each.words}" for number, each in enumerate(review.turning, 1)]
    return "\n".join(lines)


def _account(review: Review, account: Account) -> str:
    name = review.state.variant.seat(account.seat).name
    cost = f"{name}: choices cost {percent(account.cost)} of a win per move on average"
    if len(review.state.variant.seats) > 2 or not any(played.fought for played in review.state.played):
        return f"{cost}."
    deed = "gave" if account.luck >= 0 else "took"
    return f"{cost}; dice {deed} {percent(abs(account.luck))} per fight."


IN_CHANNEL = "The hint is in the channel, for everybody."
REVIEW_IN_CHANNEL = "The review is in the channel."
_MORE = ("`/hint` again says where it goes.", "`/hint` again says why.", "")


def hint_told(hint: Hint, steps: int) -> str:
    more = _MORE[steps - 1]
    return "\n".join([*hint.steps[:steps], *([f"-# {more}"] if more else [])])


def hint_to_all(table: Table, asker: str, hint: Hint, steps: int) -> str:
    what = STEPS[steps - 1]
    return f"**#{table.game.number}** {asker} has asked me for a hint ({what}): {hint.steps[steps - 1]}"
