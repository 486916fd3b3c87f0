"""Answering a lesson: verify, can, do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError, shown
from service.campaign.ladder import telling
from service.campaign.ladder.career import Advance
from service.campaign.ladder.lessons import judge
from service.campaign.ladder.rewarding import with_rewards
from service.campaign.ladder.rewards import Deed, Feat

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from service.campaign.ladder.career import Career
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ladder.lessons import Lesson


def lessons_left(career: Career, ladder: Ladder) -> tuple[Lesson, ...]:
    """Return the lessons that are still to be answered before the first table for silver."""
    return tuple(lesson for lesson in ladder.lessons if lesson.key not in career.lessons)


def answer_lesson(
    career: Career, key: str, answer: str, ladder: Ladder, gone: AbstractSet[str] = frozenset()
) -> Advance:
    """Answer the question of a lesson; a wrong answer costs nothing, and one that was right before changes nothing.

    Args:
        career: the player's.
        key: of the lesson; they may be answered in any order.
        answer: one of its answers.
        ladder: whose lessons they are.
        gone: keys of the rewards of which none are left.

    Raises:
        InvalidInputError: there is no such lesson, or no such answer to it.
    """
    lesson = next((each for each in ladder.lessons if each.key == key), None)
    if lesson is None:
        raise InvalidInputError.of("lesson", shown(key), f"one of {', '.join(each.key for each in ladder.lessons)}")
    judgement = judge(lesson, answer)
    told = telling.lesson_judged(ladder, lesson, judgement)
    if not judgement.is_right or key in career.lessons:
        return Advance(career, (told,))
    learnt = replace(career, lessons=(*career.lessons, key))
    if lessons_left(learnt, ladder):
        return Advance(learnt, (told,))
    events = (told, telling.lessons_done(ladder))
    return with_rewards(Advance(learnt, events), [Feat(Deed.LESSONS_DONE)], ladder, gone)
