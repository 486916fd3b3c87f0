"""Decks between their messages and the clinic."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.exports import EXPORTS
from deckmapping.clinic.model import DeckFormat, DoubtReason
from deckmapping.clinic.sets import set_name
from deckmapping.errors import InvalidInputError
from deckmapping.values import format_value
from sabacc.v1 import cards_pb2 as pb
from service.rpc.contract.enums import SIDES, refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckmapping.clinic.model import Doubt, ParsedDeck
    from deckmapping.records import CardRecord

WIRE_FORMATS: Final[Mapping[DeckFormat, pb.DeckFormat]] = MappingProxyType(
    {
        DeckFormat.GEMP: pb.DECK_FORMAT_GEMP,
        DeckFormat.GEMP_XML: pb.DECK_FORMAT_GEMP_XML,
        DeckFormat.GEMP_HTML: pb.DECK_FORMAT_GEMP_HTML,
        DeckFormat.HOLOTABLE: pb.DECK_FORMAT_HOLOTABLE,
        DeckFormat.WIKI: pb.DECK_FORMAT_WIKI,
        DeckFormat.ARCHIVE_JSON: pb.DECK_FORMAT_ARCHIVE_JSON,
        DeckFormat.JSON: pb.DECK_FORMAT_JSON,
        DeckFormat.DECKTECH: pb.DECK_FORMAT_DECKTECH,
        DeckFormat.SITE: pb.DECK_FORMAT_SITE,
        DeckFormat.FORUM: pb.DECK_FORMAT_FORUM,
        DeckFormat.PLAIN: pb.DECK_FORMAT_PLAIN,
    }
)

_FORMATS: Final[Mapping[int, DeckFormat]] = MappingProxyType({int(wire): name for name, wire in WIRE_FORMATS.items()})

DOUBTS: Final[Mapping[DoubtReason, pb.DoubtReason]] = MappingProxyType(
    {
        DoubtReason.UNKNOWN_TITLE: pb.DOUBT_REASON_UNKNOWN_TITLE,
        DoubtReason.AMBIGUOUS: pb.DOUBT_REASON_AMBIGUOUS,
        DoubtReason.NOT_VIRTUAL: pb.DOUBT_REASON_NOT_VIRTUAL,
        DoubtReason.OLD_VIRTUAL: pb.DOUBT_REASON_OLD_VIRTUAL,
        DoubtReason.UNKNOWN_ID: pb.DOUBT_REASON_UNKNOWN_ID,
        DoubtReason.MALFORMED_ID: pb.DOUBT_REASON_MALFORMED_ID,
        DoubtReason.BAD_COUNT: pb.DOUBT_REASON_BAD_COUNT,
        DoubtReason.UNCERTAIN: pb.DOUBT_REASON_UNCERTAIN,
    }
)

_WRITTEN: Final = ", ".join(pb.DeckFormat.Name(WIRE_FORMATS[format_]) for format_ in EXPORTS)


def asked_formats(request: pb.ParseDeckRequest) -> tuple[DeckFormat | None, tuple[DeckFormat, ...]]:
    """Return the format to read, None to recognise it, and the formats to write.

    Raises:
        InvalidInputError: a number is no format, a format cannot be written, or one is asked for twice.
    """
    format_ = _FORMATS.get(request.format)
    faults = []
    if format_ is None and request.format != pb.DECK_FORMAT_UNSPECIFIED:
        faults.append(refused("format", request.format, "a format of the contract, or none to recognise it"))
    if len(request.exports) > len(EXPORTS) or len(set(request.exports)) != len(request.exports):
        raise InvalidInputError.of("exports", f"{len(request.exports)} formats", f"at most {len(EXPORTS)}, each once")
    exports = [_FORMATS.get(number) for number in request.exports]
    written = tuple([export for export in exports if export is not None and export in EXPORTS])
    for at, (number, export) in enumerate(zip(request.exports, exports, strict=True)):
        if export not in EXPORTS:
            faults.append(refused(f"exports[{at}]", number, f"one of {_WRITTEN}"))
    if faults:
        raise InvalidInputError.all(faults)
    return format_, written


def parsed_message(deck: ParsedDeck, exports: Mapping[DeckFormat, str], catalogue_version: str) -> pb.ParseDeckResponse:
    """Return *deck* with the *exports* of it as the message that answers the call."""
    return pb.ParseDeckResponse(
        format=WIRE_FORMATS[deck.format],
        encoding=deck.encoding,
        side=SIDES[deck.side],
        cards_in=deck.cards_in,
        pile=map(deck_card, deck.pile),
        outside=map(deck_card, deck.outside),
        starting=map(deck_card, deck.starting),
        starting_marked=bool(deck.marked),
        doubts=map(_doubt, deck.doubts),
        remarks=[pb.DeckRemark(line=remark.line, text=remark.text) for remark in deck.remarks],
        ignored=[pb.IgnoredLine(line=each.line, text=each.text, reason=each.reason) for each in deck.ignored],
        histogram=deck.deck.histogram,
        deck=deck.deck_string,
        exports=[pb.ExportedDeck(format=WIRE_FORMATS[name], text=text) for name, text in exports.items()],
        catalogue_version=catalogue_version,
    )


def deck_card(card: CardRecord) -> pb.DeckCard:
    """Return *card* as decks tell it."""
    return pb.DeckCard(blueprint_id=card.blueprint_id, title=card.title, values=map(format_value, card.values))


def _doubt(doubt: Doubt) -> pb.DeckDoubt:
    return pb.DeckDoubt(
        line=doubt.line,
        text=doubt.text,
        count=doubt.count,
        outside=doubt.outside,
        reason=DOUBTS[doubt.reason],
        words=doubt.words,
        candidates=[
            pb.DeckCandidate(
                blueprint_id=card.blueprint_id,
                title=card.title,
                side=SIDES[card.side],
                set_name=set_name(card),
                values=map(format_value, card.values),
            )
            for card in doubt.candidates
        ],
    )
