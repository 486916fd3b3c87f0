package org.truesabacc.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.truesabacc.Repository;
import org.truesabacc.gemp.Asking;
import org.truesabacc.gemp.BlackHole;
import org.truesabacc.gemp.ClientSettings;
import org.truesabacc.gemp.SabaccClient;
import org.truesabacc.gemp.StandIn;

/** A tournament and a league under one cleaner: no service, however bad, makes a tick late or the end uncertain. */
class TickTest {
    private static final Duration PERIOD = Duration.ofMillis(20);
    /** A tick that waited for a bad service would take 1.5 s. */
    private static final Duration LATE = Duration.ofSeconds(1);
    /** How often a contest is played until no tick is late: a busy machine may halt one, but not each time. */
    private static final int MOST_PLAYS = 4;

    private static final Map<String, String> DECKS =
            Map.of("alice", Repository.deck("example-dark"), "bob", Repository.deck("example-light"));
    private static final List<Standing> ROWS = List.of(
            new Standing("dan", 1, 4, 0.5f, 0),
            new Standing("bob", 3, 4, 0.625f, 0),
            new Standing("cy", 2, 4, 0.5f, 0),
            new Standing("alice", 3, 4, 0.625f, 0));
    private static final Map<String, Integer> SHARED_PACKS = Map.of("alice", 4, "bob", 4, "cy", 2, "dan", 2);

    @Test
    void exactTiesShareAPlaceAndTheNextOneSkips() {
        List<Standing> placed = Standing.placed(ROWS);
        assertEquals(List.of(1, 1, 3, 4), placed.stream().map(Standing::place).toList());
    }

    @Test
    void aSlowServiceNeverDelaysATick() throws Exception {
        StandIn.Manner slow = (request, answer) -> {
            sleep(700);
            StandIn.send(answer, StandIn.honest(request));
        };
        try (StandIn service = StandIn.that(slow)) {
            staysShared(service.port());
        }
    }

    @Test
    void aDeadServiceNeverDelaysATick() throws Exception {
        staysShared(BlackHole.deadPort());
    }

    @Test
    void aServiceThatNeverSpeaksNeverDelaysATick() throws Exception {
        try (BlackHole hole = new BlackHole()) {
            staysShared(hole.port());
        }
    }

    @Test
    void aLyingServiceIsNotBelieved() throws Exception {
        StandIn.Manner lying = (request, answer) -> {
            var changed = StandIn.honest(request).toBuilder();
            changed.getPlacesBuilder(0).setPlayer("mallory");
            StandIn.send(answer, changed.build());
        };
        try (StandIn service = StandIn.that(lying)) {
            staysShared(service.port());
        }
    }

    @Test
    void anHonestServiceBreaksTheTieAndThePoolGivesElevenPacks() throws Exception {
        try (StandIn service = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)))) {
            isBroken(service.port(), "open");
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "sabacc.port", matches = "[0-9]+", disabledReason = "no service: see tests/java")
    void theRealServiceBreaksTheTie() throws Exception {
        isBroken(Integer.getInteger("sabacc.port"), "tick-" + Asking.RUN);
    }

    @Test
    void aStoredAnswerIsFoundAgainWithoutAService() throws Exception {
        TieTable table = new TieTable();
        try (StandIn service = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)))) {
            ClientSettings settings = service.settings();
            Run first = play(settings, "again", table);
            service.close();
            Run second = play(settings, "again", table);
            assertEquals(first.tournament.standings(), second.tournament.standings());
        }
    }

    private static void staysShared(int port) throws Exception {
        Run run = play(quick(port), "open", new TieTable());
        for (Contest contest : List.of(run.tournament, run.league)) {
            assertEquals(Standing.placed(ROWS), contest.standings());
            assertEquals(SHARED_PACKS, contest.prizes());
        }
    }

    private static void isBroken(int port, String event) throws Exception {
        Run run = play(Asking.patient(ClientSettings.plaintext("127.0.0.1", port)), event, new TieTable());
        for (Contest contest : List.of(run.tournament, run.league)) {
            assertEquals(
                    List.of(1, 2, 3, 4),
                    contest.standings().stream().map(Standing::place).toList());
            Set<String> first = new HashSet<>();
            contest.standings().stream().limit(2).forEach(row -> first.add(row.player()));
            assertEquals(Set.of("alice", "bob"), first);
            assertEquals(
                    11,
                    contest.prizes().values().stream()
                            .mapToInt(Integer::intValue)
                            .sum());
        }
    }

    private record Run(Contest tournament, Contest league, List<Duration> ticks, Duration played) {}

    private static ClientSettings quick(int port) {
        return ClientSettings.plaintext("127.0.0.1", port)
                .withTimes(Duration.ofMillis(300), Duration.ofMillis(1500), Duration.ofSeconds(10));
    }

    private static Run play(ClientSettings settings, String event, TieTable table) throws Exception {
        for (int plays = 1; ; plays++) {
            Run run = playOnce(settings, event, table);
            boolean isFew = run.ticks.size() < run.played.dividedBy(PERIOD) / 10;
            Duration longest = run.ticks.stream().max(Duration::compareTo).orElseThrow();
            if (!isFew && longest.compareTo(LATE) < 0) {
                return run;
            }
            assertTrue(plays < MOST_PLAYS, run.ticks.size() + " ticks in " + run.played + ", the longest " + longest);
        }
    }

    private static Run playOnce(ClientSettings settings, String event, TieTable table) throws Exception {
        try (SabaccClient client = SabaccClient.open(settings);
                TieDesk desk = new TieDesk(client, table)) {
            Contest tournament = Contest.tournament(event, 4, ROWS, DECKS, Asking.CANARY, desk);
            Contest league = Contest.league(event + "-league", ROWS, DECKS, Asking.CANARY, desk);
            try (Cleaner cleaner = new Cleaner(PERIOD, List.of(tournament, league))) {
                long started = System.nanoTime();
                for (int waited = 0; !(tournament.isFinished() && league.isFinished()); waited++) {
                    assertTrue(waited < 15_000, "finished in time");
                    sleep(20);
                }
                sleep(60); // one more tick, so that all that was done is seen
                Duration played = Duration.ofNanos(System.nanoTime() - started);
                return new Run(tournament, league, List.copyOf(cleaner.ticks()), played);
            }
        }
    }

    private static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
