"""What a dealer's table earns, for people."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING

from service.cli.output import exact, line, table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from sabacc.v1 import odds_pb2

BAR = 24
"""Characters of the longest bar."""


def print_odds(console: Console, answer: odds_pb2.ComputeOddsResponse) -> None:
    """Print the edge, how hands come out, and how both sides' hands end."""
    _print_edge(console, answer.player_edge)
    exact(console, f"Exactly {answer.player_edge_fraction}")
    line(console, f"Standard deviation of a hand: {Decimal(answer.variance).sqrt():.3f} bets.")
    _print_outcomes(console, answer.outcomes)
    opens = f"{percent(answer.player_opens_perfect)} of the player's hands, {percent(answer.dealer_opens_perfect)}"
    line(console, f"The first two cards are a perfect sabacc in {opens} of the dealer's.")
    _print_ends(console, answer)
    _print_over(console, answer.over_chances)
    print_pile(console, "The player's", answer.player_pile)
    print_pile(console, "The dealer's", answer.dealer_pile)


def print_shoe(console: Console, answer: odds_pb2.ComputeShoeOddsResponse) -> None:
    """Print the edge of the next hand beside that of full piles."""
    _print_edge(console, answer.player_edge)
    exact(console, f"Exactly {answer.player_edge_fraction}")
    line(console, f"From full piles it is {percent(answer.full_player_edge, signed=True)}.")
    _print_outcomes(console, answer.outcomes)
    print_pile(console, "The player's", answer.player_pile)
    print_pile(console, "The dealer's", answer.dealer_pile)


def print_design(console: Console, answer: odds_pb2.DesignedDeck) -> None:
    """Print the deck that was found, what was exchanged, and its edge."""
    line(console, f"The house earns {percent(answer.house_edge, signed=True)} with", bold=True)
    exact(console, answer.counts)
    exact(console, f"Exactly {answer.house_edge_fraction}")
    changes = [(str(-each.count), each.kind) for each in answer.leaves] + [
        (f"+{each.count}", each.kind) for each in answer.comes
    ]
    if changes:
        console.print(table(("Cards", "Kind"), changes, right=(0,)))
    else:
        line(console, "No card is exchanged.")
    line(console, f"{answer.tried} decks were looked at.")
    if not answer.is_within:
        line(console, "None within the bounds is near enough; this is the nearest.", bold=True)


def print_tuned(console: Console, answer: odds_pb2.TuneTableResponse) -> None:
    """Print the number that was found, and what the house earns with it."""
    costs = f", and a dealer's perfect sabacc costs {answer.pay.perfect_costs}" if answer.pay.perfect_costs else ""
    line(console, f"{answer.value}{costs}: the house earns {percent(answer.house_edge, signed=True)}", bold=True)
    exact(console, f"Exactly {answer.house_edge_fraction}")
    exact(console, f"It would earn precisely the wanted edge with {answer.exactly}")


def print_simulated(console: Console, answer: odds_pb2.SimulatedHands) -> None:
    """Print what the hands earned beside the exact edge."""
    earned = f"{answer.edge:+.4%} of a bet, give or take {answer.standard_error:.4%}"
    line(console, f"{answer.hands} hands: the player wins {earned}", bold=True)
    exact_edge = percent(answer.player_edge, signed=True)
    line(console, f"The exact edge is {exact_edge}, {abs(answer.errors_off):.2f} standard errors away.")
    _print_outcomes(console, answer.outcomes)


def print_counted(console: Console, answer: odds_pb2.CountedShoes) -> None:
    """Print what the counter earned beside what he earns without counting."""
    line(console, f"A perfect counter earns {_estimate(answer.by_bet)} of what he bets.", bold=True)
    rows = (
        ("The first hand of a shoe", f"{answer.first_edge:+.4%}"),
        ("A shoe without counting, one bet a hand", f"{answer.uncounted:+.4%}"),
        ("A shoe played by what is left, one bet a hand", _estimate(answer.flat)),
        ("A shoe so played, with the bet that fits", _estimate(answer.spread)),
    )
    console.print(table(("What the player earns", "Of a first bet"), rows, right=(1,)))
    line(console, f"So it is on {answer.shoes} shoes. On such a shoe he bets {answer.bets.mean:.3f} first bets.")
    line(console, f"{answer.good_hands:.1%} of the later hands are good for him.")


def print_pile(console: Console, whose: str, pile: odds_pb2.OddsPile) -> None:
    """Print a pile as it was read, and what was left out of it."""
    exact(console, f"{whose} {pile.size} cards: {pile.counts}")
    if pile.started_on_table:
        assumed = ", by their types" if pile.started_on_table_assumed else ""
        line(console, f"Left out because they start on table{assumed}: {', '.join(pile.started_on_table)}")


def percent(share: str | float | Decimal, *, signed: bool = False) -> str:
    """Return a share in percent with four decimals."""
    return f"{100 * Decimal(share):{'+' if signed else ''}.4f} %"


def _estimate(estimate: odds_pb2.Estimate) -> str:
    return f"{estimate.mean:+.4%}, give or take {estimate.standard_error:.4%}"


def _print_edge(console: Console, player_edge: str) -> None:
    edge = Decimal(player_edge)
    who = "player" if edge > 0 else "house"
    words = f"The {who} is ahead by {percent(abs(edge))} of a bet a hand" if edge else "Nobody is ahead"
    line(console, words, bold=True)


def _print_outcomes(console: Console, outcomes: odds_pb2.OddsOutcomes) -> None:
    rows = (
        ("The player wins", outcomes.win),
        ("The player has a perfect sabacc", outcomes.perfect),
        ("Push", outcomes.push),
        ("The dealer wins", outcomes.lose),
        ("The dealer has a perfect sabacc", outcomes.dealer_perfect),
        ("The player goes over 11", outcomes.player_over),
        ("The dealer goes over 11", outcomes.dealer_over),
        ("Both go over 11", outcomes.both_over),
    )
    console.print(table(("Outcome", "Share"), [(words, percent(share)) for words, share in rows], right=(1,)))


def _print_ends(console: Console, answer: odds_pb2.ComputeOddsResponse) -> None:
    player, dealer = (_by_total(ends) for ends in (answer.player_ends, answer.dealer_ends))
    longest = max([*player.values(), *dealer.values()], default=Decimal(1))
    rows = [
        (f"{total.normalize():f}", *(part for ends in (player, dealer) for part in _bar(ends[total], longest)))
        for total in sorted({*player, *dealer})
    ]
    heads = ("Total", "Player", "", "Dealer", "")
    line(console, "Totals of hands that no perfect sabacc ended:")
    console.print(table(heads, rows, right=(0, 1, 3)))


def _by_total(ends: Iterable[odds_pb2.EndShare]) -> dict[Decimal, Decimal]:
    shares: dict[Decimal, Decimal] = defaultdict(Decimal)
    for end in ends:
        shares[Decimal(end.total)] += Decimal(end.share)
    return shares


def _bar(share: Decimal, longest: Decimal) -> tuple[str, str]:
    return f"{100 * share:.2f} %", "#" * round(BAR * share / longest)


def _print_over(console: Console, chances: Iterable[odds_pb2.OverChance]) -> None:
    by_total: dict[Decimal, dict[int, float]] = defaultdict(dict)
    for each in chances:
        by_total[Decimal(each.total)][each.cards] = each.chance
    sizes = sorted({cards for each in by_total.values() for cards in each})
    rows = [
        (f"{total.normalize():f}", *(f"{each[cards]:.1%}" if cards in each else "" for cards in sizes))
        for total, each in sorted(by_total.items())
        if any(each.values())
    ]
    heads = ("Total", *(f"{cards} cards" for cards in sizes))
    line(console, "The chance that one more card takes the player over 11:")
    console.print(table(heads, rows, right=range(len(heads))))
