package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.truesabacc.gemp.Asking.CANARY;
import static org.truesabacc.gemp.Asking.broken;
import static org.truesabacc.gemp.Asking.kept;
import static org.truesabacc.gemp.Asking.keptBy;
import static org.truesabacc.gemp.Asking.quick;
import static org.truesabacc.gemp.Asking.tie;

import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.truesabacc.gemp.Outcome.KeepShared;
import org.truesabacc.v1.ResolveTiebreakResponse;

/** Whatever the service does, the caller gets "keep the shared standing" in time, and never an exception. */
class FailuresTest {
    private static final Metadata.Key<String> REQUEST_ID =
            Metadata.Key.of("x-request-id", Metadata.ASCII_STRING_MARSHALLER);

    /** The first call of a JVM takes long: what these tests do with short times is not about that. */
    @BeforeAll
    static void warmUp() throws Exception {
        try (StandIn honest = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)))) {
            Asking.ask(honest.settings(), tie("warm").build());
        }
    }

    @Test
    void aDeadServiceKeepsTheSharedStanding() throws Exception {
        long started = System.nanoTime();
        KeepShared kept = keptBy(quick(BlackHole.deadPort()), tie("dead").build());
        assertEquals(KeepReason.TIME_OVER, kept.reason());
        assertTrue(seconds(started) < 60, "in time: the limit is 1.5 s");
    }

    @Test
    void aServiceThatTakesConnectionsAndNeverSpeaksKeepsTheSharedStanding() throws Exception {
        try (BlackHole hole = new BlackHole()) {
            assertEquals(
                    KeepReason.TIME_OVER,
                    keptBy(quick(hole.port()), tie("hole").build()).reason());
        }
    }

    @Test
    void aServiceThatNeverAnswersIsAskedAgainWithTheSameRequestId() throws Exception {
        try (StandIn silent = StandIn.that((request, answer) -> {});
                SabaccClient client = SabaccClient.open(hasty(silent.settings()))) {
            client.breakTie(tie("silent").build());
            while (silent.calls.size() < 2) { // as long as a test may last
                Thread.sleep(20);
            }
            Set<String> ids = new HashSet<>();
            silent.calls.forEach(headers -> ids.add(headers.get(REQUEST_ID)));
            assertEquals(1, ids.size());
            assertNotNull(ids.iterator().next());
        }
    }

    @Test
    void aServiceThatIsSlowOnceIsAskedAgainAndTheTieIsBroken() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        StandIn.Manner slowOnce = (request, answer) -> {
            if (calls.getAndIncrement() > 0) {
                StandIn.send(answer, StandIn.honest(request));
            }
        };
        try (StandIn slow = StandIn.that(slowOnce);
                SabaccClient client = SabaccClient.open(hasty(slow.settings()))) {
            assertEquals(2, broken(client.breakTie(tie("slow").build())).order().size());
        }
    }

    @Test
    void noStatusButUnavailableAndDeadlineExceededIsAnsweredByAnotherCall() throws Exception {
        Set<Status.Code> repeated =
                Set.of(Status.Code.OK, Status.Code.DEADLINE_EXCEEDED, Status.Code.UNAVAILABLE); // see RepeatsTest
        for (Status.Code code : Status.Code.values()) {
            if (repeated.contains(code)) {
                continue;
            }
            try (StandIn failing = StandIn.that(
                    (request, answer) -> answer.onError(code.toStatus().asException()))) {
                KeepShared kept = keptBy(failing.settings(), tie("code").build());
                assertTrue(kept.text().startsWith(code.name()), kept.text());
                assertEquals(1, failing.calls.size(), code.name());
            }
        }
    }

    @Test
    void aServiceThatComesBackInTimeCostsOnlyRetries() throws Exception {
        int port = BlackHole.deadPort();
        try (SabaccClient client = SabaccClient.open(hasty(ClientSettings.plaintext("127.0.0.1", port)))) {
            CompletableFuture<Outcome> waiting = client.breakTie(tie("restart").build());
            Thread.sleep(1200);
            assertFalse(waiting.isDone());
            try (StandIn back = StandIn.on(port, (request, answer) -> StandIn.send(answer, StandIn.honest(request)))) {
                broken(waiting);
            }
        }
    }

    @Test
    void anEmptyAnswerIsABadAnswer() throws Exception {
        try (StandIn empty =
                StandIn.that((request, answer) -> StandIn.send(answer, ResolveTiebreakResponse.getDefaultInstance()))) {
            assertEquals(
                    KeepReason.BAD_ANSWER,
                    keptBy(empty.settings(), tie("empty").build()).reason());
        }
    }

    /** gRPC on the other side says so itself: a service cannot end a call well without an answer. */
    @Test
    void aCallThatEndsWithoutAnAnswerIsAFailure() throws Exception {
        try (StandIn nothing = StandIn.that((request, answer) -> answer.onCompleted())) {
            assertEquals(
                    KeepReason.FAILED,
                    keptBy(nothing.settings(), tie("nothing").build()).reason());
        }
    }

    @Test
    void anAnswerOfFiveMebibytesIsABadAnswer() throws Exception {
        try (StandIn huge = StandIn.that((request, answer) -> StandIn.send(
                answer,
                StandIn.honest(request).toBuilder()
                        .setTranscript("x".repeat(5 << 20))
                        .build()))) {
            assertEquals(
                    KeepReason.BAD_ANSWER,
                    keptBy(huge.settings(), tie("huge").build()).reason());
        }
    }

    @ParameterizedTest
    @EnumSource(SeedText.class)
    void aServiceThatRepeatsTheSeedInItsErrorIsNotQuoted(SeedText shown) throws Exception {
        String seed = shown.of(CANARY);
        try (StandIn chatty = StandIn.that((request, answer) -> answer.onError(
                Status.INVALID_ARGUMENT.withDescription("bad seed " + seed).asException()))) {
            KeepShared kept = keptBy(chatty.settings(), tie("chatty").build());
            assertEquals(KeepReason.REFUSED, kept.reason());
            assertFalse(kept.text().contains(seed));
        }
    }

    @Test
    void aServiceThatRepeatsTheTokenInItsErrorIsNotQuoted() throws Exception {
        String token = "sabacc_" + "A-_9".repeat(10) + "xyz"; // by its form: no file holds it here
        try (StandIn chatty = StandIn.that((request, answer) -> answer.onError(
                Status.PERMISSION_DENIED.withDescription("not with " + token).asException()))) {
            KeepShared kept = keptBy(chatty.settings(), tie("chatty").build());
            assertEquals(KeepReason.NOT_ALLOWED, kept.reason());
            assertEquals("PERMISSION_DENIED: not with sabacc_?", kept.text());
        }
    }

    @Test
    void anErrorOfManyLinesBecomesOneShortLine() throws Exception {
        try (StandIn loud = StandIn.that((request, answer) -> answer.onError(Status.INTERNAL
                .withDescription("a\nb\u001b[31m" + "c".repeat(2000))
                .asException()))) {
            String text = keptBy(loud.settings(), tie("loud").build()).text();
            assertTrue(text.length() < 400 && text.chars().allMatch(c -> c >= ' ' && c <= '~'), text);
        }
    }

    @Test
    void nothingAndHalfARequestAreAnswered() {
        try (SabaccClient client = SabaccClient.open(ClientSettings.plaintext("127.0.0.1", 1))) {
            List<TieRequest> bad = new ArrayList<>();
            bad.add(null);
            bad.add(TieRequest.tournament(null, 1, 1).seed(CANARY).build());
            bad.add(TieRequest.league(null, 1).seed(CANARY).build());
            bad.add(TieRequest.tournament("e", 1, 1).build());
            bad.add(tie("e").seed(null).player(null, null).build());
            bad.add(tie("e").player("x", "", null).build());
            bad.add(tie("e").player("x", "", Map.of(), null).build());
            bad.add(tie("e").criterion(null, null).build());
            bad.add(tie("e").criterion("points", null).build());
            bad.add(tie("e").beat(null, "x", 1).build());
            for (TieRequest request : bad) {
                assertEquals(
                        KeepReason.BAD_REQUEST, kept(client.breakTie(request)).reason());
            }
        }
    }

    @Test
    void closingEndsWhatIsOnItsWayAndMayBeDoneTwice() throws Exception {
        try (StandIn silent = StandIn.that((request, answer) -> {})) {
            SabaccClient client = SabaccClient.open(silent.settings());
            CompletableFuture<Outcome> waiting = client.breakTie(tie("closing").build());
            client.close();
            client.close();
            assertEquals(KeepReason.CLOSED, kept(waiting).reason());
            assertEquals(
                    KeepReason.CLOSED,
                    kept(client.breakTie(tie("late").build())).reason());
        }
    }

    @Test
    void moreTiesThanTheLimitAreNotTaken() throws Exception {
        try (StandIn silent = StandIn.that((request, answer) -> {});
                SabaccClient client = SabaccClient.open(silent.settings())) {
            List<CompletableFuture<Outcome>> taken = new ArrayList<>();
            for (int at = 0; at < SabaccClient.MOST_TIES; at++) {
                taken.add(client.breakTie(tie("many-" + at).build()));
            }
            assertEquals(
                    KeepReason.OVERLOADED,
                    kept(client.breakTie(tie("one-more").build())).reason());
            client.close();
            taken.forEach(future -> assertEquals(KeepReason.CLOSED, kept(future).reason()));
        }
    }

    @Test
    void aCallerWhoLosesInterestIsNotWaitedFor() throws Exception {
        try (StandIn silent = StandIn.that((request, answer) -> {});
                SabaccClient client = SabaccClient.open(silent.settings())) {
            CompletableFuture<Outcome> future = client.breakTie(tie("cancelled").build());
            assertTrue(future.cancel(true));
            for (int at = 0; at < SabaccClient.MOST_TIES; at++) {
                client.breakTie(tie("after").build()).cancel(true);
            }
            CompletableFuture<Outcome> taken = client.breakTie(tie("taken").build());
            assertFalse(taken.isDone(), "the cancelled ones make room");
        }
    }

    @Test
    void aBrokenTieSaysAllThatIsToBeStored() throws Exception {
        try (StandIn honest = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)));
                SabaccClient client = SabaccClient.open(honest.settings())) {
            Outcome.Broken broken = broken(client.breakTie(tie("stored").build()));
            assertEquals(Set.of("alice", "bob"), new HashSet<>(broken.players()));
            assertEquals(DecidedBy.SABACC, broken.order().get(0).decidedBy());
            assertTrue(broken.transcript().endsWith("result " + broken.resultId() + "\n"));
            assertEquals("ab".repeat(32), broken.auditHead());
            assertEquals(5_000_000_000L, broken.answered().getEpochSecond());
            assertFalse(broken.replayed());
            assertFalse(broken.toString().contains(HexFormat.of().formatHex(CANARY)), "fit for a log");
        }
    }

    @Test
    void theThreadsOfAClientAreDaemonsAndTheCallerIsNeverOneOfThem() throws Exception {
        CompletableFuture<Void> mayAnswer = new CompletableFuture<>();
        StandIn.Manner later =
                (request, answer) -> mayAnswer.thenRun(() -> StandIn.send(answer, StandIn.honest(request)));
        try (StandIn honest = StandIn.that(later);
                SabaccClient client = SabaccClient.open(honest.settings())) {
            CompletableFuture<Thread> chained =
                    client.breakTie(tie("threads").build()).thenApply(outcome -> Thread.currentThread());
            mayAnswer.complete(null);
            Thread thread = chained.get(5, TimeUnit.MINUTES);
            assertTrue(thread.isDaemon());
            assertNotSame(Thread.currentThread(), thread);
            List<Thread> own = Thread.getAllStackTraces().keySet().stream()
                    .filter(one -> one.getName().startsWith("sabacc-"))
                    .toList();
            assertFalse(own.isEmpty());
            own.forEach(one -> assertTrue(one.isDaemon(), one.getName()));
        }
    }

    /** Calls that end soon, of a tie that has time enough. */
    private static ClientSettings hasty(ClientSettings settings) {
        return settings.withTimes(Duration.ofMillis(500), Duration.ofMinutes(5), Duration.ofSeconds(10));
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    /** The ways in which a text may show a seed. */
    enum SeedText {
        HEX,
        UPPER_HEX,
        BASE64,
        URL_BASE64;

        String of(byte[] seed) {
            return switch (this) {
                case HEX -> HexFormat.of().formatHex(seed);
                case UPPER_HEX -> HexFormat.of().withUpperCase().formatHex(seed);
                case BASE64 -> Base64.getEncoder().withoutPadding().encodeToString(seed);
                case URL_BASE64 -> Base64.getUrlEncoder().withoutPadding().encodeToString(seed);
            };
        }
    }
}
