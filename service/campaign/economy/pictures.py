"""The pictures of docs/economy.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from service.campaign.economy.figures import share_by_hands
from service.campaign.economy.kinds import HANDS_AN_HOUR
from service.campaign.economy.lives import EVERY
from service.money import SILVER_A_GOLD
from service.pictures.formats import PictureFormat
from service.pictures.palette import ACCENT, DARK, INK, LIGHT, MIDDLE, PAPER, as_percent, with_grid, with_minus
from service.pictures.rendering import picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.campaign.economy.figures import LifeFigures

_STYLES: Final = {"counter": (DARK, "-"), "best": (ACCENT, "--"), "simple": (INK, ":"), "reckless": (MIDDLE, "-")}
_FACES: Final = {"counter": (DARK, ""), "best": (ACCENT, "///"), "simple": (MIDDLE, ""), "reckless": (LIGHT, "..")}
_PLACES: Final = ("Jabba's Palace", "the troopers", "Cloud City", "beats Lando")


def reached(found: Sequence[LifeFigures], title: str) -> bytes:
    """Draw which share of the lives has come how far, by hours at the tables."""

    def draw() -> Figure:
        figure = Figure(figsize=(7.6, 5.2), facecolor=PAPER, layout="constrained")
        figure.suptitle(title, x=0.01, ha="left", size=12, weight="bold")
        for at, (axes, place) in enumerate(
            zip(figure.subplots(2, 2, sharex=True, sharey=True).ravel(), _PLACES, strict=True)
        ):
            axes.set_title(place, loc="left")
            for each in found:
                colour, line = _STYLES[each.kind.name]
                points = share_by_hands(each, at + 1)
                hours = [hands / HANDS_AN_HOUR for hands, _ in points]
                axes.plot(hours, [share for _, share in points], color=colour, linestyle=line, label=each.kind.name)
            as_percent(axes.yaxis)
            axes.set_ylim(0, 1)
            with_grid(axes, "y")
            if at >= 2:
                axes.set_xlabel("hours at the tables")
        figure.axes[0].legend(frameon=False)
        return figure

    return picture(draw, title, PictureFormat.SVG)


def owned(found: Sequence[LifeFigures], title: str) -> bytes:
    """Draw what players own by hours: half of them, and between which bounds eight of ten are."""

    def draw() -> Figure:
        figure = Figure(figsize=(7.6, 5.2), facecolor=PAPER, layout="constrained")
        figure.suptitle(title, x=0.01, ha="left", size=12, weight="bold")
        for at, (axes, each) in enumerate(
            zip(figure.subplots(2, 2, sharex=True, sharey=True).ravel(), found, strict=True)
        ):
            hours = [look * EVERY / HANDS_AN_HOUR for look in range(len(each.owned))]
            low, middle, high = each.owned.T / SILVER_A_GOLD
            axes.set_title(each.kind.name, loc="left")
            axes.fill_between(hours, low, high, color=LIGHT, edgecolor=MIDDLE, linewidth=0.6)
            axes.plot(hours, middle, color=DARK)
            axes.axhline(each.deposit / SILVER_A_GOLD, color=ACCENT, linestyle="--", linewidth=0.9)
            with_grid(axes, "y")
            if at % 2 == 0:
                axes.set_ylabel("gold owned")
            if at >= 2:
                axes.set_xlabel("hours at the tables")
        return figure

    return picture(draw, title, PictureFormat.SVG)


def house(found: Sequence[LifeFigures], title: str) -> bytes:
    """Draw what the houses win in a thousand hands, by player and deposit."""

    def draw() -> Figure:
        deposits = sorted({each.deposit for each in found})
        figure = Figure(figsize=(7.4, 3.4), facecolor=PAPER, layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(title, loc="left", size=12)
        names = list(dict.fromkeys(each.kind.name for each in found))
        for shift, name in enumerate(names):
            face, hatch = _FACES[name]
            gains = [
                each.by_thousand_hands / SILVER_A_GOLD
                for deposit in deposits
                for each in found
                if (each.kind.name, each.deposit) == (name, deposit)
            ]
            at = [place + (shift - 1.5) * 0.2 for place in range(len(deposits))]
            bars = axes.bar(at, gains, 0.19, color=face, hatch=hatch, edgecolor=INK, linewidth=0.7, label=name)
            axes.bar_label(bars, [with_minus(f"{gain:.1f}") for gain in gains], padding=2, size=8)
        axes.set_xticks(range(len(deposits)), [f"begins with {each // SILVER_A_GOLD} gold" for each in deposits])
        axes.set_ylabel("gold in 1,000 hands")
        axes.yaxis.set_major_formatter(FuncFormatter(lambda gold, _place: with_minus(f"{gold:g}")))
        axes.axhline(0, color=INK, linewidth=0.9)
        axes.margins(y=0.12)
        with_grid(axes, "y")
        axes.legend(frameon=False, ncols=4)
        return figure

    return picture(draw, title, PictureFormat.SVG)
