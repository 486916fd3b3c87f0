"""Facts of the real cards that the tests of the rules name, and short ways to write hands."""

from __future__ import annotations

from typing import Any

from deckmapping.records import CardRecord, Side
from deckmapping.values import PI, TWO_PI, Value, parse_value
from deckmapping.variants import Role
from service.rules.cards import Card

_TABLE = """
5_5; Lando Calrissian; light CHARACTER; 1; icons=ALIEN keywords=GAMBLER personas=LANDO
5_99; Lando Calrissian; dark CHARACTER; 1; icons=ALIEN keywords=GAMBLER personas=LANDO
217_13; Lando Calrissian, Vader's Broker; dark CHARACTER; 1; icons=ALIEN,IMPERIAL keywords=GAMBLER personas=LANDO
213_35; Captain Lando Calrissian; light CHARACTER; 3; icons=ALIEN keywords=GAMBLER,SMUGGLER personas=LANDO
223_16; Lobot, Lando's Broker; dark CHARACTER; 3; icons=ALIEN personas=LOBOT
7_180; Iasa, The Traitor Of Jawa Canyon; dark CHARACTER; 1; icons=ALIEN species=JAWA
6_36; R'kik D'nec, Hero Of The Dune Sea; light CHARACTER; 1; icons=ALIEN species=JAWA
12_108; Jawa; dark CHARACTER; 3; icons=ALIEN species=JAWA many
6_10; Devaronian; light CHARACTER; 3; icons=ALIEN keywords=GAMBLER many
112_14; Mighty Jabba; dark CHARACTER; 1; icons=ALIEN keywords=GANGSTER,LEADER personas=JABBA
209_35; Dr. Chelli Lona Aphra; dark CHARACTER; 3; icons=ALIEN keywords=INFORMATION_BROKER,SPY,THIEF
12_114; P-59; dark CHARACTER; 3; icons=DROID keywords=LEADER armor
2_14; R2-D2; light CHARACTER; 2/5; icons=DROID keywords=SPY
204_1; BB-8; light CHARACTER; pi/2pi; icons=DROID
3_8; EG-4; light CHARACTER; 0; icons=DROID many
1_175; EG-6; dark CHARACTER; 0; icons=DROID many
213_10; Maul; dark CHARACTER; 0.5; icons=SITH keywords=GANGSTER,LEADER
2_2; Brainiac; light CHARACTER; pi; icons=ALIEN species=SINITEEN
102_11; Tarkin; dark CHARACTER; 1; icons=IMPERIAL keywords=LEADER
106_16; Stormtrooper Cadet; dark CHARACTER; 3; icons=IMPERIAL keywords=CADET,STORMTROOPER many
7_111; Cloud City: Casino; light LOCATION; 0; keywords=CLOUD_CITY_LOCATION
7_269; Cloud City: Casino; dark LOCATION; 0; keywords=CLOUD_CITY_LOCATION
7_115; Cloud City: West Gallery; light LOCATION; 0; keywords=CLOUD_CITY_LOCATION
5_80; Cloud City: Guest Quarters; light LOCATION; 0; keywords=CLOUD_CITY_LOCATION
11_43; Tatooine: Mos Espa; light LOCATION; 0; system=Tatooine
2_149; Sandcrawler: Droid Junkheap; dark LOCATION; 0; keywords=SANDCRAWLER_SITE
5_14; Lando's Wrist Comlink; light DEVICE; 4;
7_160; Lando's Blaster Rifle; light WEAPON; 3; subtype=CHARACTER
112_19; Stun Blaster; dark WEAPON; 3; subtype=CHARACTER
2_159; Jawa Blaster; dark WEAPON; 4; subtype=CHARACTER keywords=JAWA_WEAPON
106_10; Black Squadron TIE; dark STARSHIP; 2; subtype=STARFIGHTER
13_28; Lando's Not A System, He's A Man; light EFFECT; 5; subtype=NORMAL
219_47; Weather Vane; light EFFECT; 4; subtype=NORMAL
10_34; Control & Set For Stun; dark INTERRUPT; 1;
10_22; Shocking Information & Grimtaash; light INTERRUPT; 2;
105_2; Hit And Run; light INTERRUPT; 3;
102_8; Gravity Shadow; dark INTERRUPT; 4;
4_145; Lando System?; dark INTERRUPT; 4;
200_120; Force Push; dark INTERRUPT; 5;
101_6; Vader's Obsession; dark INTERRUPT; 6;
12_148; Imperial Artillery; dark INTERRUPT; 7;
"""
_NAMED = {"pi": PI, "2pi": TWO_PI}


def values(text: str) -> tuple[Value, ...]:
    """Read decimals, ``pi`` or ``2pi``, parted by strokes."""
    return tuple(_NAMED[word] if word in _NAMED else parse_value(word) for word in text.split("/"))


def plain(*printed: str) -> tuple[Card, ...]:
    """Build cards that count what is printed: ``plain("5", "2/5")``."""
    return tuple(Card(f"1_{place}", values(text)) for place, text in enumerate(printed))


def _record(line: str) -> CardRecord:
    blueprint_id, title, kind, printed, words = (part.strip() for part in line.split(";"))
    side, category = kind.split()
    named = dict(word.split("=") for word in words.split() if "=" in word)
    facts: dict[str, Any] = {
        name: tuple(named[name].split(",")) for name in ("icons", "keywords", "species", "personas") if name in named
    }
    return CardRecord(
        blueprint_id,
        title,
        Side(side),
        category,
        printed.replace("/", " or "),
        values(printed),
        subtype=named.get("subtype"),
        system=named.get("system"),
        uniqueness="UNRESTRICTED" if words.endswith("many") else "UNIQUE",
        has_armor=words.endswith("armor") if category == "CHARACTER" else None,
        **facts,
    )


WILD = Card("2_1", values("1"), Role.WILD)
CLONE = Card("2_2", values("0"), Role.CLONE)
PERK_WILD = Card("2_3", values("3"), Role.PERK_WILD)

BY_ID = {record.blueprint_id: record for record in map(_record, _TABLE.strip().splitlines())}
