"""Lives on the ladder by chance, beside a plain account of them, and what must hold of every one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from deckmapping.records import Side
from service.campaign.ladder.events import Happening
from service.campaign.ladder.learning import answer_lesson
from service.campaign.ladder.notation import read_career, write_career
from service.campaign.ladder.opening import can_bet, can_open
from service.money import Silver
from service.tables.dealer.attention import Attention
from service.tables.moves import Ending
from tests.campaign.ladder.climbing import DAY, Climber, beginner, short

if TYPE_CHECKING:
    from datetime import date

    from service.campaign.ladder.lessons import Lesson

LADDER = short()
BEAT_BY, BEAT_HANDS, MATCH_HANDS, CEILING = 20, 2, 3, 200
LEAST = 5
"""The smallest bet of the lowest level."""
THEMES = ("dune-sea", "jabbas-palace", "trooper", "cloud-city")
SEATED = {
    "light": (
        ("jawa-light", "kalit", "uutkik", "rkik"),
        ("max-rebo", "devaronian", "sergeant-doallyn", "tamtel-skreej"),
        ("echo-base-trooper", "trey-callum", "shawn-valdez", "cara-dune"),
        ("figrin-dan", "wioslea", "stoo-vees", "lando-light"),
    ),
    "dark": (
        ("jawa-dark", "wittin", "herat", "iasa"),
        ("brangus-glee", "klaatu", "thul-fain", "vedain", "jabba"),
        ("snowtrooper", "snowtrooper-officer", "davin-felth", "bursk"),
        ("barquin-dan", "tonnika-sisters", "yade-mrak", "lando-dark"),
    ),
}
PLACES = {key: (side, at) for side, levels in SEATED.items() for at, keys in enumerate(levels) for key in keys}
BOSSES = {keys[-1] for levels in SEATED.values() for keys in levels}
NEEDED = {  # by hand: the smallest bet, or three hands at the stake, doubled by R'kik
    **{key: (5, 10, 25, 50)[at] for key, (_, at) in PLACES.items()},
    **{SEATED[side][at][-1]: 3 * (20, 30, 50, 100)[at] for side in SEATED for at in range(4)},
    "rkik": 3 * 20 * 2,
}
MOST = {key: (50, 100, 250, 500)[at] for key, (_, at) in PLACES.items()}


@dataclass
class Account:
    """One side, in the words of ladder.toml."""

    won: list[int] = field(default_factory=lambda: [0] * 4)
    beaten_bosses: int = 0
    runs: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Hands and what is won since the lowest point, for dealers that are not beaten."""
    beaten: set[str] = field(default_factory=set)
    has_lost: bool = False
    match: list[int] | None = None

    def anew(self) -> None:
        self.runs, self.beaten, self.match = {}, set(), None

    def boss_plays(self, at: int) -> bool:
        enough = len(self.beaten) >= (1 if self.has_lost else 2)
        return at == self.beaten_bosses and (enough or self.won[at] >= CEILING)

    def lose(self) -> None:
        self.anew()
        self.has_lost = True

    def hand(self, dealer: str, at: int, won: int) -> None:
        self.won[at] += won
        if dealer in BOSSES:
            assert self.match is not None
            self.match.append(won)
            if len(self.match) == MATCH_HANDS:
                if sum(self.match) > 0:
                    self.anew()
                    self.has_lost, self.beaten_bosses = False, self.beaten_bosses + 1
                else:
                    self.lose()
        elif at == self.beaten_bosses and dealer not in self.beaten:
            hands, run = self.runs.pop(dealer, (0, 0))
            hands, run = hands + 1, max(0, run + won)
            if hands >= BEAT_HANDS and run >= BEAT_BY:
                self.beaten.add(dealer)
            else:
                self.runs[dealer] = hands, run


class Lives(RuleBasedStateMachine):
    """A player whom chance leads from table to table."""

    def __init__(self) -> None:
        super().__init__()
        self.who: Climber = beginner(LADDER)
        self.sides = {"light": Account(), "dark": Account()}
        self.wallet = 0
        self.moved = 0
        """What he has won from the house in all."""
        self.sat: str | None = None
        self.sent_off: date | None = None
        self.today = DAY
        self.is_ruined = False
        self.had: set[str] = set()
        self.met: set[str] = set()
        """What has happened to him."""

    # What he does

    @rule(lesson=st.sampled_from(LADDER.lessons), pick=st.integers(0, 2))
    def learn(self, lesson: Lesson, pick: int) -> None:
        before, answer = self.who.career, lesson.answers[pick % len(lesson.answers)]
        advance = answer_lesson(before, lesson.key, answer, LADDER)
        learnt = {*before.lessons} | ({lesson.key} if answer == lesson.right else set())
        assert set(advance.career.lessons) == learnt
        self.who._go(advance)
        self.had |= set(advance.career.rewards)

    @initialize(is_taught=st.sampled_from([True, True, True, False]))
    def begin(self, is_taught: bool) -> None:
        if is_taught:
            self.who.learn()
            self.had |= set(self.who.career.rewards)

    @rule(amount=st.sampled_from([3, 60, 2000, 2000]))
    def deposit(self, amount: int) -> None:
        self.wallet += amount

    @rule()
    def sleep(self) -> None:
        self.today += timedelta(days=1)

    @rule(pick=st.integers(0, 99), is_bold=st.booleans())
    def sit(self, pick: int, is_bold: bool) -> None:
        """Sit down where the plain account allows it, and nowhere else; the bold sit down with a boss who plays."""
        allowed = [dealer for dealer in PLACES if self.may_sit(dealer)]
        open_to_him = [d for d in PLACES if can_open(self.who.career, LADDER, d, Silver(self.wallet), self.today)]
        assert open_to_him == allowed
        if not allowed:
            return
        wanted = (is_bold and [dealer for dealer in allowed if dealer in BOSSES]) or allowed
        dealer = wanted[-1 - pick % len(wanted)]
        self.who.sit(dealer, Silver(self.wallet), self.today)
        told = self.who.happenings()
        assert ("came-back" in told) == self.is_ruined
        assert ("match-begun" in told) == (dealer in BOSSES)
        self.sat, self.is_ruined = dealer, False
        if dealer in BOSSES:
            self.account.match = []

    @precondition(lambda self: self.sat is not None)
    @rule(part=st.integers(1, 10), halves=st.sampled_from([-4, -2, 0, 2, 2, 3]), lando=st.booleans())
    def hand(self, part: int, halves: int, lando: bool) -> None:
        assert self.sat is not None
        side, at = PLACES[self.sat]
        account, before = self.account, self.who.career
        deals = self.may_play()
        assert can_bet(before, LADDER) == deals
        bet = MOST[self.sat] * part // 10
        if not deals or bet * 2 > self.wallet:
            return
        won = bet * halves // 2  # a loss is one bet or two, a win up to one and a half, rounded down
        bosses = account.beaten_bosses
        account.hand(self.sat, at, won)
        self.wallet, self.moved = self.wallet + won, self.moved + won
        self.who.wallet = Silver(self.wallet)
        self.who.hand(won, Attention(meter=part), lando_beaten=lando)
        after = self.who.career
        is_ruined = self.wallet < LEAST
        if is_ruined and not self.is_ruined and account.match is not None:
            account.lose()
        told = self.who.happenings()
        assert ("ruined" in told) == (is_ruined and not self.is_ruined)
        self.is_ruined = is_ruined
        assert told.count("level-reached") + told.count("ladder-done") == account.beaten_bosses - bosses <= 1
        assert told.count("boss-beaten") == account.beaten_bosses - bosses
        seen = before.on(Side(side)).attention[at] if LADDER.host(self.sat).is_boss else Attention(meter=part)
        assert after.on(Side(side)).attention[at] == seen
        self.check_rewards(lando=lando, boss=account.beaten_bosses > bosses)

    @precondition(lambda self: self.sat is not None)
    @rule(why=st.sampled_from([None, None, *Ending]))
    def leave(self, why: Ending | None) -> None:
        account = self.account
        self.who.leave(why, self.today)
        if account.match is not None:
            is_lost = bool(account.match) and why is not Ending.EMPTY_BANK
            assert self.who.happenings() == (["boss-won"] if is_lost else [])
            if is_lost:
                account.lose()
            account.match = None
        if why is Ending.EMPTY_WALLET:
            self.sent_off = self.today
        self.sat = None

    # What is so

    def may_play(self) -> bool:
        assert self.sat is not None
        account, at = self.account, PLACES[self.sat][1]
        return account.match is not None if self.sat in BOSSES else account.won[at] < CEILING

    def check(self) -> None:
        """Look at all that is so, as Hypothesis does after each step."""
        self.the_career_is_what_the_plain_account_says()
        self.all_that_was_won_is_counted_once()
        self.rewards_are_kept_and_each_is_got_once()
        self.nobody_wins_more_at_a_level_than_its_ceiling_and_a_hand_and_a_match()
        self.the_line_of_the_career_reads_back()
        self.every_event_has_words_and_the_cue_of_its_kind()

    @property
    def account(self) -> Account:
        assert self.sat is not None
        return self.sides[PLACES[self.sat][0]]

    def may_sit(self, dealer: str) -> bool:
        side, at = PLACES[dealer]
        account = self.sides[side]
        return (
            self.sat is None
            and self.sent_off != self.today
            and len(self.who.career.lessons) == len(LADDER.lessons)
            and self.wallet >= NEEDED[dealer]
            and at <= account.beaten_bosses
            and (account.boss_plays(at) if dealer in BOSSES else account.won[at] < CEILING)
        )

    def check_rewards(self, *, lando: bool, boss: bool) -> None:
        keys = [reward.key for reward in self.who.got]
        assert len(set(keys)) == len(keys)
        fresh = {key for key in keys if key not in self.had}
        wanted = {each.key: each.wanted for each in LADDER.rewards}
        for key in fresh:
            assert wanted[key].deed in {*(["lando-beaten"] if lando else []), *(["boss-beaten"] if boss else [])}
        self.had |= fresh

    @invariant()
    def the_career_is_what_the_plain_account_says(self) -> None:
        for side in Side:
            account, progress = self.sides[side], self.who.career.on(side)
            assert [won.count for won in progress.won] == account.won
            assert progress.beaten == account.beaten_bosses
            assert {score.dealer for score in progress.scores if score.is_beaten} == account.beaten
            runs = {s.dealer: (s.hands, s.run.count) for s in progress.scores if not s.is_beaten}
            assert runs == account.runs
            match = None if account.match is None else (len(account.match), sum(account.match))
            assert (None if progress.match is None else (progress.match.hands, progress.match.won.count)) == match
        assert self.who.career.is_ruined == self.is_ruined
        assert (self.who.career.table is None) == (self.sat is None)

    @invariant()
    def all_that_was_won_is_counted_once(self) -> None:
        assert sum(sum(account.won) for account in self.sides.values()) == self.moved

    @invariant()
    def rewards_are_kept_and_each_is_got_once(self) -> None:
        career = self.who.career
        assert len(set(career.rewards)) == len(career.rewards)
        assert [reward.key for reward in self.who.got] == list(career.rewards)

    @invariant()
    def nobody_wins_more_at_a_level_than_its_ceiling_and_a_hand_and_a_match(self) -> None:
        for account in self.sides.values():
            for at, won in enumerate(account.won):
                best = (50, 100, 250, 500)[at] * 3 // 2
                assert won < CEILING + best + MATCH_HANDS * best

    @invariant()
    def the_line_of_the_career_reads_back(self) -> None:
        assert read_career(write_career(self.who.career)) == self.who.career

    @invariant()
    def every_event_has_words_and_the_cue_of_its_kind(self) -> None:
        for event in self.who.told:
            self.met.add(event.happening)
            assert event.words
            assert event.cue == LADDER.cues[Happening(event.happening)]


TestLives = Lives.TestCase
TestLives.settings = settings(max_examples=100, stateful_step_count=50, deadline=None)


def steps(life: Lives, chance: Random) -> None:
    """Let chance lead a player for long enough to climb."""
    life.begin(is_taught=chance.random() < 0.9)
    for _ in range(400):
        if life.sat is None:
            if chance.random() < 0.1:
                life.learn(chance.choice(LADDER.lessons), chance.randrange(3))
            if life.wallet < 50 or chance.random() < 0.02:
                life.deposit(chance.choice([3, 60, 2000, 5000]))
            if chance.random() < 0.2:
                life.sleep()
            life.sit(chance.randrange(100), is_bold=chance.random() < 0.7)
        elif chance.random() < 0.85 and life.may_play():
            halves = chance.choice([-4, -2, -2, 0, 2, 2, 2, 3])
            life.hand(chance.randint(1, 10), halves, lando=chance.random() < 0.1)
        else:
            life.leave(chance.choice([None, None, None, *Ending]))
        life.check()


def test_long_lives_meet_everything_that_can_happen_and_agree_with_the_plain_account() -> None:
    chance, met, tops = Random(1), set[str](), set[int]()
    for _ in range(60):
        life = Lives()
        steps(life, chance)
        met |= life.met
        tops |= {account.beaten_bosses for account in life.sides.values()}
    assert met == {happening.value for happening in Happening} - {"reward-gone"}  # which asks for a world of others
    assert tops == {0, 1, 2, 3, 4}
