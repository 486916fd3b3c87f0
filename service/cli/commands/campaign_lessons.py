"""`sabacc campaign lessons`: Lando teaches, one lesson after the other, or judges a single answer."""

import sys
from typing import Annotated

import typer

from deckmapping.errors import InvalidInputError
from deckmapping.themes.errors import UnknownNameError
from sabacc.v1 import campaign_pb2 as pb
from service.cli.backend import opened
from service.cli.failures import reported, unusable
from service.cli.options import AsJson, Database, Server
from service.cli.output import line, make_console, show
from service.cli.render.campaign_lessons import Blackboard, print_judged
from service.rpc.contract.servicers import Servicers

_FIELDS = {"player": "PLAYER", "lesson": "--lesson", "answer": "--answer"}
_LEAVE = ("q", "quit")
"""What ends the lessons, besides the end of all input."""


def take_lessons(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The player.")],
    *,
    lesson: Annotated[str, typer.Option(metavar="KEY", help="This lesson alone; it may be answered already.")] = "",
    answer: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The answer to it, as it is written in the lesson.")
    ] = None,
    as_json: AsJson = False,
    server: Server = None,
    database: Database = None,
) -> None:
    """Take Lando's lessons: answer by number, as often as it takes. They come before the first table for silver.

    Without a terminal the answers are lines of standard input. With --lesson and --answer nobody is asked.
    """
    with reported(as_json=as_json, options=_FIELDS):
        with unusable():
            if answer is not None and not lesson:
                raise InvalidInputError.of("--lesson", "nothing", "together with --answer a lesson")
            if as_json and answer is None:
                raise InvalidInputError.of("--json", "without --answer", "--lesson and --answer with it")
        with opened(server, database=database, stored=True) as calls:
            if answer is None:
                _teach(calls, player, lesson)
                return
            asked = pb.AnswerLessonRequest(player=player, lesson=lesson, answer=answer)
            judged = calls.campaign.AnswerLesson(asked)
        show(judged, lambda console: print_judged(console, judged), as_json=as_json)


def _teach(calls: Servicers, player: str, only: str) -> None:
    """Ask one question after the other until all are answered, or no answer comes any more."""
    career = calls.campaign.GetCareer(pb.GetCareerRequest(player=player)).career
    ladder = calls.campaign.GetLadder(pb.GetLadderRequest())
    lessons = {each.key: each for each in ladder.lessons}
    if only and only not in lessons:
        raise UnknownNameError.of("--lesson", only, f"one of {', '.join(lessons)}")
    console = make_console()
    if not only and not career.lessons_left:
        line(console, f"{player} has answered all lessons; --lesson KEY shows one again: {', '.join(lessons)}.")
        return
    board = Blackboard(console, calls)
    if not only and not career.lessons:
        board.speak(ladder.intro)
    for key in [only] if only else list(career.lessons_left):
        console.print()
        board.show(lessons[key], list(lessons).index(key) + 1, len(lessons))
        if not _answered(calls, player, lessons[key], board):
            line(console, "That is all for now. The lessons go on where you left them.")
            return


def _answered(calls: Servicers, player: str, lesson: pb.LadderLesson, board: Blackboard) -> bool:
    """Ask until the answer is right; False where no answer comes any more."""
    while True:
        sys.stdout.write(f"Answer, 1 to {len(lesson.answers)} (q leaves): ")
        sys.stdout.flush()
        given = sys.stdin.readline()
        if not sys.stdin.isatty():
            sys.stdout.write("\n")  # what a terminal shows of the key for it
        text = given.strip()
        if not given or text in _LEAVE:
            return False
        answer = _chosen(lesson, text)
        if answer is None:
            board.speak(f"One of the numbers 1 to {len(lesson.answers)}, friend.")
            continue
        judged = calls.campaign.AnswerLesson(pb.AnswerLessonRequest(player=player, lesson=lesson.key, answer=answer))
        for event in judged.events:
            board.speak(event.text)
        if judged.right:
            return True


def _chosen(lesson: pb.LadderLesson, text: str) -> str | None:
    """Return the answer with the number *text*, or that is *text* itself; None for neither."""
    if text.isdecimal() and 1 <= int(text) <= len(lesson.answers):
        return str(lesson.answers[int(text) - 1])
    return text if text in lesson.answers else None
