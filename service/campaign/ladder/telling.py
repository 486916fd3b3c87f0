"""The words of what happens to a career."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.campaign.ladder.events import Happening, LadderEvent
from service.campaign.ladder.rewards import Deed
from service.money import NOTHING

if TYPE_CHECKING:
    from deckmapping.records import Side
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ladder.lessons import Judgement, Lesson
    from service.campaign.ladder.levels import Host
    from service.campaign.ladder.progress import Match, Progress
    from service.campaign.ladder.rewards import Feat, Reward


def lesson_judged(ladder: Ladder, lesson: Lesson, judgement: Judgement) -> LadderEvent:
    """Tell what Lando says to an answer."""
    happening = Happening.LESSON_RIGHT if judgement.is_right else Happening.LESSON_WRONG
    return LadderEvent(happening, judgement.words, ladder.cues[happening], subject=lesson.key)


def lessons_done(ladder: Ladder) -> LadderEvent:
    """Tell that the tables are open."""
    return LadderEvent(Happening.LESSONS_DONE, ladder.farewell, ladder.cues[Happening.LESSONS_DONE])


def dealer_beaten(ladder: Ladder, host: Host) -> LadderEvent:
    """Tell that a usual dealer is beaten."""
    words = f"{host.dealer.name} is beaten: you have won {host.level.beat_by} from your lowest point with him."
    return _of_host(ladder, Happening.DEALER_BEATEN, words, host)


def boss_waits(ladder: Ladder, boss: Host) -> LadderEvent:
    """Tell that the boss would play."""
    match = boss.level.match
    words = f"{boss.dealer.name} will play you now: {match.hands} hands at {match.stake} each. Bring {boss.needed}."
    return _of_host(ladder, Happening.BOSS_WAITS, words, boss)


def match_begun(ladder: Ladder, boss: Host) -> LadderEvent:
    """Tell by what a match is played."""
    return _of_host(ladder, Happening.MATCH_BEGUN, boss.level.match.words, boss)


def boss_beaten(ladder: Ladder, boss: Host, match: Match) -> LadderEvent:
    """Tell that a match is won."""
    words = f"You have beaten {boss.dealer.name}: {match.won} ahead after {_hands(match)}."
    return _of_host(ladder, Happening.BOSS_BEATEN, words, boss)


def boss_won(ladder: Ladder, boss: Host, match: Match, after: Progress) -> LadderEvent:
    """Tell that a match is lost, and what it costs; *after* is what the player begins anew with."""
    hands, left = boss.level.match.hands, after.still_to_beat(boss.place, boss.level)
    if match.hands < hands:
        how = f"ends after {_hands(match)}, and counts as lost"
    else:
        how = "is a draw, and you had to be ahead" if match.won == NOTHING else f"is lost by {-match.won}"
    again = {0: "at once", 1: "once you have beaten one dealer"}.get(left, f"once you have beaten {left} dealers")
    words = f"The match {how}. {boss.dealer.name} plays you again {again}."
    return _of_host(ladder, Happening.BOSS_WON, words, boss)


def level_reached(ladder: Ladder, place: int, side: Side) -> LadderEvent:
    """Tell that a level is open."""
    happening, level = Happening.LEVEL_REACHED, ladder.levels[place]
    return LadderEvent(happening, f"{level.title}: {level.words}", ladder.cues[happening], side, level.key)


def ladder_done(ladder: Ladder, side: Side) -> LadderEvent:
    """Tell that nobody is left to be beaten on a side."""
    happening = Happening.LADDER_DONE
    words = f"Nobody is left to be beaten on the {side.title()} Side."
    return LadderEvent(happening, words, ladder.cues[happening], side, ladder.levels[-1].key)


def ceiling_reached(ladder: Ladder, host: Host, progress: Progress) -> LadderEvent:
    """Tell that the house has lost enough."""
    happening, level = Happening.CEILING_REACHED, host.level
    but = f": only {level.theme(host.side).boss.name} does." if progress.beaten == host.place else "."
    words = f"You have won {progress.won[host.place]} at {level.title}. Its dealers deal to you no more{but}"
    return LadderEvent(happening, words, ladder.cues[happening], host.side, level.key)


def reward_earned(ladder: Ladder, reward: Reward, *, is_left: bool) -> LadderEvent:
    """Tell what a player has earned, and whether he gets it."""
    happening = Happening.REWARD if is_left else Happening.REWARD_GONE
    words = f"{reward.title}. {reward.words}" if is_left else f"{reward.title}: none are left."
    return LadderEvent(happening, words, ladder.cues[happening], subject=reward.key)


def feat_words(ladder: Ladder, feat: Feat) -> str:
    """Say what a reward is for."""
    on_side = "" if feat.side is None else f", on the {feat.side.title()} Side"
    match feat.deed:
        case Deed.LESSONS_DONE:
            return "answering all lessons"
        case Deed.LANDO_BEATEN:
            return f"beating Lando while he visits a table for the house{on_side}"
        case Deed.BOSS_BEATEN:
            title = next(level.title for level in ladder.levels if level.key is feat.level)
            return f"beating the boss at {title}{on_side}"


def ruined(ladder: Ladder) -> LadderEvent:
    """Tell that the purse is empty."""
    happening = Happening.RUINED
    words = (
        f"You cannot pay for another hand: the smallest needs {ladder.least_needed}. "
        "What you have reached and earned stays yours; come back with silver."
    )
    return LadderEvent(happening, words, ladder.cues[happening])


def came_back(ladder: Ladder) -> LadderEvent:
    """Tell that everything is as it was."""
    happening = Happening.CAME_BACK
    words = "You are back, with silver in your purse. Nothing that you had reached is lost."
    return LadderEvent(happening, words, ladder.cues[happening])


def _of_host(ladder: Ladder, happening: Happening, words: str, host: Host) -> LadderEvent:
    key, picture = host.key, host.dealer.picture
    return LadderEvent(happening, words, ladder.cues[happening], host.side, host.level.key, key, picture)


def _hands(match: Match) -> str:
    return "one hand" if match.hands == 1 else f"{match.hands} hands"
