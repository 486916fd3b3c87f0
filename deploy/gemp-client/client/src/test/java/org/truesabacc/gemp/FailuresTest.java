package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.truesabacc.gemp.Asking.CANARY;
import static org.truesabacc.gemp.Asking.broken;
import static org.truesabacc.gemp.Asking.kept;
import static org.truesabacc.gemp.Asking.keptBy;
import static org.truesabacc.gemp.Asking.quick;
import static org.truesabacc.gemp.Asking.tie;

import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        assertTrue(seconds(started) < 20, "in time");
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
        try (StandIn silent = StandIn.that((request, answer) -> {})) {
            ClientSettings settings = silent.settings()
                    .withTimes(Duration.ofMillis(500), Duration.ofSeconds(5), Duration.ofSeconds(10));
            assertEquals(
                    KeepReason.TIME_OVER,
                    keptBy(settings, tie("silent").build()).reason());
            Set<String> ids = new HashSet<>();
            silent.calls.forEach(headers -> ids.add(headers.get(REQUEST_ID)));
            assertTrue(silent.calls.size() >= 2, "asked again within its time");
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
                SabaccClient client = SabaccClient.open(slow.settings()
                        .withTimes(Duration.ofMillis(300), Duration.ofSeconds(20), Duration.ofSeconds(10)))) {
            assertEquals(2, broken(client.breakTie(tie("slow").build())).order().size());
        }
    }

    @Test
    void unavailableIsTriedThreeTimesAndNoOtherStatusTwice() throws Exception {
        for (Status.Code code : Status.Code.values()) {
            if (code == Status.Code.OK || code == Status.Code.DEADLINE_EXCEEDED) {
                continue;
            }
            try (StandIn failing = StandIn.that(
                    (request, answer) -> answer.onError(code.toStatus().asException()))) {
                KeepShared kept = keptBy(failing.settings(), tie("code").build());
                assertTrue(kept.text().startsWith(code.name()), kept.text());
                assertEquals(code == Status.Code.UNAVAILABLE ? 3 : 1, failing.calls.size(), code.name());
            }
        }
    }

    @Test
    void aServiceThatComesBackInTimeCostsOnlyRetries() throws Exception {
        int port = BlackHole.deadPort();
        ClientSettings settings = ClientSettings.plaintext("127.0.0.1", port)
                .withTimes(Duration.ofMillis(500), Duration.ofSeconds(30), Duration.ofSeconds(10));
        try (SabaccClient client = SabaccClient.open(settings)) {
            CompletableFuture<Outcome> waiting = client.breakTie(tie("restart").build());
            Thread.sleep(1200);
            assertFalse(waiting.isDone());
            try (StandIn back = StandIn.on(port, (request, answer) -> StandIn.send(answer, StandIn.honest(request)))) {
                broken(waiting);
            }
        }
    }

    @Test
    void anEmptyAnswerAndAnAnswerOfNothingAreBadAnswers() throws Exception {
        try (StandIn empty = StandIn.that((request, answer) ->
                StandIn.send(answer, ResolveTiebreakResponse.getDefaultInstance()))) {
            assertEquals(
                    KeepReason.BAD_ANSWER,
                    keptBy(empty.settings(), tie("empty").build()).reason());
        }
        try (StandIn nothing = StandIn.that((request, answer) -> answer.onCompleted())) {
            KeepReason reason =
                    keptBy(nothing.settings(), tie("nothing").build()).reason();
            assertTrue(reason == KeepReason.BAD_ANSWER || reason == KeepReason.FAILED, reason.name());
        }
    }

    @Test
    void anAnswerOfFiveMebibytesIsNotTaken() throws Exception {
        try (StandIn huge = StandIn.that((request, answer) -> StandIn.send(
                answer,
                StandIn.honest(request).toBuilder()
                        .setTranscript("x".repeat(5 << 20))
                        .build()))) {
            assertEquals(
                    KeepReason.OVERLOADED,
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
        String token = "sabacc_" + "A-_9".repeat(10) + "xyz";
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
    void settingsOfNoUseShowAtTheFirstTieAndNotBefore(@TempDir Path folder) throws Exception {
        Path garbage = Files.writeString(folder.resolve("garbage.pem"), "no certificate");
        ClientSettings tls = ClientSettings.tls("127.0.0.1", 50051);
        List<ClientSettings> useless = new ArrayList<>();
        useless.add(null);
        useless.add(ClientSettings.plaintext(null, 50051));
        useless.add(ClientSettings.plaintext("127.0.0.1", 0));
        useless.add(ClientSettings.plaintext("127.0.0.1", 70000));
        useless.add(ClientSettings.from(Map.of("sabacc.host", "${SABACC_HOST:-sabacc.example}")::get));
        useless.add(ClientSettings.from(Map.of("sabacc.port", "fifty")::get));
        useless.add(ClientSettings.from(null));
        useless.add(tls.withCa(folder.resolve("missing.pem")));
        useless.add(tls.withIdentity(garbage, null));
        useless.add(tls.withTimes(null, null, null));
        for (ClientSettings settings : useless) {
            assertEquals(
                    KeepReason.BAD_SETTINGS, keptBy(settings, tie("e").build()).reason(), () -> "" + settings);
        }
    }

    @Test
    void settingsAreReadByKeyAndWhatIsUnsetHasADefault() {
        ClientSettings unset = ClientSettings.from(key -> null);
        assertEquals(ClientSettings.tls("127.0.0.1", 50051), unset);
        Map<String, String> all = Map.of(
                "sabacc.host",
                "sabacc",
                "sabacc.port",
                " 50052 ",
                "sabacc.plaintext",
                "TRUE",
                "sabacc.token.file",
                "/run/t",
                "sabacc.ca.file",
                "/run/ca",
                "sabacc.certificate.file",
                "/run/c",
                "sabacc.key.file",
                "/run/k");
        assertEquals(
                ClientSettings.plaintext("sabacc", 50052)
                        .withTokenFile(Path.of("/run/t"))
                        .withCa(Path.of("/run/ca"))
                        .withIdentity(Path.of("/run/c"), Path.of("/run/k")),
                ClientSettings.from(all::get));
    }

    @Test
    void aMissingTokenFileIsAnOutcomeToo(@TempDir Path folder) throws Exception {
        try (StandIn honest = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)))) {
            ClientSettings settings = honest.settings().withTokenFile(folder.resolve("token"));
            assertEquals(
                    KeepReason.NOT_ALLOWED,
                    keptBy(settings, tie("token").build()).reason());
            assertEquals(0, honest.calls.size());
        }
    }

    @Test
    void aTokenIsReadAgainForEveryCall(@TempDir Path folder) throws Exception {
        Metadata.Key<String> header = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
        Path file = folder.resolve("token");
        try (StandIn honest = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)));
                SabaccClient client = SabaccClient.open(honest.settings().withTokenFile(file))) {
            for (String token : List.of("first", "second")) {
                Files.writeString(file, token + "\n");
                broken(client.breakTie(tie(token).build()));
            }
            assertEquals(
                    List.of("Bearer first", "Bearer second"),
                    honest.calls.stream().map(headers -> headers.get(header)).toList());
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
        try (StandIn honest = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)));
                SabaccClient client = SabaccClient.open(honest.settings())) {
            Thread[] worker = new Thread[1];
            client.breakTie(tie("threads").build())
                    .thenAccept(outcome -> worker[0] = Thread.currentThread())
                    .join();
            assertTrue(worker[0] == Thread.currentThread() || worker[0].isDaemon());
            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("sabacc-"))
                    .forEach(thread -> assertTrue(thread.isDaemon(), thread.getName()));
            assertSame(
                    Outcome.Broken.class,
                    client.breakTie(tie("threads").build()).join().getClass());
        }
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
