"""Tables as messages, written by hand: what a service may send, whether or not the cards could fall so."""

from __future__ import annotations

from sabacc.v1 import cards_pb2
from sabacc.v1 import tables_pb2 as pb

THEME = pb.GetThemeResponse(
    summary=pb.ThemeSummary(name="dune-sea-light", title="Dune Sea", place="Jawas around a blanket in the desert."),
    backgrounds=[
        pb.ThemeBackground(key="dunes", title="Tatooine: Dune Sea", words="in the open desert, sand on every card")
    ],
    table_light="#E0B15C",
    accent_light="#7A4A21",
    arrival_light="#FF8C1A",
    dealers=[
        pb.ThemeDealer(key="jawa", name="Jawa", character="Nervous: draws on an 8 one time in four."),
        pb.ThemeDealer(key="uutkik", name="Uutkik", character="A thief keeps what he has: stands on 7."),
        pb.ThemeDealer(key="rkik", name="R'kik D'nec, Hero Of The Dune Sea", boss=True, character="Undefeated: " * 20),
    ],
)
BETWEEN = (pb.MOVE_KIND_BET, pb.MOVE_KIND_SEAT_DEALER, pb.MOVE_KIND_CLOSE)
ASKED = (pb.MOVE_KIND_DRAW, pb.MOVE_KIND_STAND, pb.MOVE_KIND_FINISH, pb.MOVE_KIND_CLOSE)
VALUING = (pb.MOVE_KIND_CHOOSE, pb.MOVE_KIND_CHOOSE_BEST, pb.MOVE_KIND_FINISH, pb.MOVE_KIND_CLOSE)


def plain_card(title: str, value: str) -> pb.TableCard:
    return pb.TableCard(
        blueprint_id=f"1_{len(title)}",
        title=title,
        printed=[value],
        role=cards_pb2.CARD_ROLE_PLAIN,
        value=value,
        reason=f"printed destiny {value}: neither wild nor clone in Dune Sea Sabacc",
    )


def wild_card(value: str = "", *choices: str) -> pb.TableCard:
    how = f"{value} out of 1 to 6" if value else "not valued yet"
    return pb.TableCard(
        blueprint_id="1_41",
        title="Jawa Siesta",
        printed=["2"],
        role=cards_pb2.CARD_ROLE_WILD,
        value=value,
        reason=f"{how}: a sandcrawler is wild in Dune Sea Sabacc",
        choices=choices,
    )


def clone_card(value: str = "", *choices: str) -> pb.TableCard:
    how = f"{value} as 1_41 at position 0" if value else "not valued yet"
    return pb.TableCard(
        blueprint_id="1_128",
        title="Tatooine: Jundland Wastes",
        printed=["0"],
        role=cards_pb2.CARD_ROLE_CLONE,
        value=value,
        reason=f"{how}: a Tatooine location is a clone card in Dune Sea Sabacc",
        choices=choices,
    )


def two_destiny_card(value: str = "", *choices: str) -> pb.TableCard:
    how = f"{value}, chosen from the printed 2 or 5" if value else "not valued yet"
    return pb.TableCard(
        blueprint_id="201_6",
        title="Wuta's Well-Kept Sandcrawler Of Many Wares",
        printed=["2", "5"],
        role=cards_pb2.CARD_ROLE_PLAIN,
        value=value,
        reason=f"{how}: neither wild nor clone in Dune Sea Sabacc",
        choices=choices,
    )


def dealer_table(
    own: pb.SeatView,
    house: pb.SeatView,
    *moves: pb.MoveKind,
    phase: pb.HandPhase = pb.HAND_PHASE_DRAWING,
    hand: int = 3,
    **more: object,
) -> pb.TableView:
    """A dealer's table with 1,010 chips of its player, 10 of which are bet in a hand that is played."""
    running = phase in (pb.HAND_PHASE_DRAWING, pb.HAND_PHASE_VALUING)
    view = pb.TableView(
        table_id="t0123456789abcdef0123",
        turn=7,
        theme="dune-sea-light",
        background="dunes",
        variant=cards_pb2.VARIANT_DUNE_SEA,
        against_dealer=True,
        hand=hand,
        hands_left=1000 - hand,
        phase=phase,
        moves=moves,
        seats=[own, house],
        purse=pb.PurseView(balance=1010, held=10 if running else 0, game=1, start=1000),
        bet=10 if hand else 0,
        largest_bet=0 if running else 1010,
        dealer=pb.ThemeDealer(
            key="jawa", name="Jawa", character="Nervous: draws on an 8 one time in four.", greeting="Utinni! Utinni!"
        ),
        published_key=bytes(range(32)),
        lock=bytes(32),
    )
    for name, value in more.items():
        field = getattr(view, name)
        field.CopyFrom(value) if hasattr(field, "CopyFrom") else setattr(view, name, value)
    return view


def side(name: str, *cards: pb.TableCard, hidden: int = 0, **more: object) -> pb.SeatView:
    """A side with *cards* open and some covered."""
    given = {"pile_count": 55, **more}
    return pb.SeatView(name=name, cards=cards, card_count=len(cards) + hidden, **given)  # type: ignore[arg-type]


def versus_table(own: pb.SeatView, other: pb.SeatView, *moves: pb.MoveKind, **more: object) -> pb.TableView:
    """A table between two players for 25 chips a hand, as the first one sees it."""
    view = pb.TableView(
        table_id="t0123456789abcdef0123",
        turn=9,
        variant=cards_pb2.VARIANT_FAIR_DECK,
        hand=2,
        hands_left=998,
        phase=pb.HAND_PHASE_DRAWING,
        moves=moves,
        seats=[own, other],
        purse=pb.PurseView(balance=975, held=50, game=1, start=1000),
        bet=25,
    )
    for name, value in more.items():
        field = getattr(view, name)
        field.CopyFrom(value) if hasattr(field, "CopyFrom") else setattr(view, name, value)
    return view
