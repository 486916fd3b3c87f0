package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.truesabacc.gemp.Asking.CANARY;
import static org.truesabacc.gemp.Asking.DARK;
import static org.truesabacc.gemp.Asking.LIGHT;
import static org.truesabacc.gemp.Asking.broken;
import static org.truesabacc.gemp.Asking.kept;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.truesabacc.gemp.TieRequest.Better;
import org.truesabacc.v1.AuditEntry;
import org.truesabacc.v1.GetTiebreakRequest;
import org.truesabacc.v1.ResolveTiebreakRequest;
import org.truesabacc.v1.ResolveTiebreakResponse;
import org.truesabacc.v1.TiebreakPlayer;
import org.truesabacc.v1.TiebreakServiceGrpc;
import org.truesabacc.v1.TiebreakServiceGrpc.TiebreakServiceBlockingStub;
import org.truesabacc.v1.VoidTiebreakRequest;

/** The real service over the wire: what a Java caller may forget, repeat, reorder or misspell. */
@EnabledIfSystemProperty(named = "sabacc.port", matches = "[0-9]+", disabledReason = "no service: see tests/java")
class ServiceTest {
    private static SabaccClient client;
    private static ManagedChannel channel;

    @BeforeAll
    static void open() throws Exception {
        ClientSettings settings =
                Asking.patient(ClientSettings.plaintext("127.0.0.1", Integer.getInteger("sabacc.port")));
        client = SabaccClient.open(settings);
        channel = Channels.open(settings, ForkJoinPool.commonPool());
    }

    @AfterAll
    static void close() {
        client.close();
        channel.shutdownNow();
    }

    @Test
    void aTieIsBrokenAndItsProofAgreesWithTheCheckInJava() {
        Outcome.Broken broken = broken(client.breakTie(tie("plain").build()));
        assertEquals(2, broken.order().size());
        assertTrue(broken.auditHead().matches("[0-9a-f]{64}"), broken.auditHead());
        assertTrue(broken.answered().getEpochSecond() > 1_700_000_000L);
    }

    @Test
    void criteriaWinsCardsOnTableAndUnknownCardsPassTheCheckToo() {
        TieRequest request = TieRequest.league(event("all"), 1)
                .seed(CANARY)
                .criterion("points", Better.HIGHER)
                .criterion("games", Better.LOWER)
                .criterion("head_to_head", Better.HIGHER)
                .player("alice", DARK, Map.of("points", "9.50", "games", "4"), List.of())
                .player(
                        "bob",
                        "9999_1,1_109*,1_109,4_067,4_67,7_109,7_109|13_3",
                        Map.of("games", "4.0", "points", "9.5"),
                        List.of("7_109"))
                .player("cy", null, Map.of("points", "-3", "games", "0"))
                .player("~bot", "", Map.of("points", "-3.0", "games", "0"))
                .beat("cy", "~bot", 2)
                .standOn(9)
                .allowUnknownCards()
                .build();
        Outcome.Broken broken = broken(client.breakTie(request));
        assertEquals(List.of("cy", "~bot"), broken.players().subList(2, 4));
        assertEquals(
                new Placed(3, "cy", DecidedBy.CRITERION, "head_to_head"),
                broken.order().get(2));
        assertTrue(broken.transcript().contains("dropped bob 9999_1\n"));
    }

    @Test
    void report01SendingTwiceInARowAndTwentyTimesAtOnceGivesOneAnswer() {
        TieRequest request = tie("report-1").build();
        Outcome.Broken first = broken(client.breakTie(request));
        assertFalse(first.replayed());
        assertTrue(broken(client.breakTie(request)).replayed());
        List<CompletableFuture<Outcome>> parallel = new ArrayList<>();
        for (int at = 0; at < 20; at++) {
            parallel.add(client.breakTie(request));
        }
        Set<String> transcripts = new HashSet<>();
        Set<String> heads = new HashSet<>();
        parallel.forEach(future -> {
            Outcome.Broken repeat = broken(future);
            assertTrue(repeat.replayed());
            transcripts.add(repeat.transcript());
            heads.add(repeat.auditHead());
        });
        assertEquals(Set.of(first.transcript()), transcripts);
        assertEquals(Set.of(first.auditHead()), heads, "one entry of the audit log");
    }

    @Test
    void report01TwentyFirstCallsAtOnceStoreOneTie() {
        TieRequest request = tie("report-1-parallel").build();
        List<CompletableFuture<Outcome>> parallel = new ArrayList<>();
        for (int at = 0; at < 20; at++) {
            parallel.add(client.breakTie(request));
        }
        long fresh =
                parallel.stream().filter(future -> !broken(future).replayed()).count();
        assertEquals(1, fresh);
    }

    @Test
    void report16AForgottenDirectionIsNoDirection() {
        Fault fault = refused(
                criterion -> criterion.getOptionsBuilder().addCriteriaBuilder().setName("points"));
        assertEquals(Status.Code.INVALID_ARGUMENT, fault.code);
        assertEquals("FIELD_INVALID", fault.reason);
        assertTrue(fault.fields.contains("options.criteria[0].direction"), fault.fields.toString());
    }

    @Test
    void aDirectionThatNobodyKnowsIsRefusedToo() {
        Fault fault = refused(criterion -> criterion
                .getOptionsBuilder()
                .addCriteriaBuilder()
                .setName("points")
                .setDirectionValue(99));
        assertEquals(Status.Code.INVALID_ARGUMENT, fault.code);
        assertTrue(fault.fields.contains("options.criteria[0].direction"), fault.fields.toString());
    }

    @Test
    void report17GivingUpEarlyAndAskingAgainGivesOneTruth() {
        for (int at = 0; at < 12; at++) {
            ResolveTiebreakRequest request = Messages.of(tie("report-17-" + at).build());
            String early = null;
            try {
                early = stub().withDeadlineAfter(1 + at / 2, TimeUnit.MILLISECONDS)
                        .resolveTiebreak(request)
                        .getResultId();
            } catch (StatusRuntimeException gaveUp) {
                assertEquals(Status.Code.DEADLINE_EXCEEDED, gaveUp.getStatus().getCode());
            }
            ResolveTiebreakResponse resent = stub().resolveTiebreak(request);
            assertTrue(early == null || early.equals(resent.getResultId()));
            GetTiebreakRequest get = GetTiebreakRequest.newBuilder()
                    .setEvent(request.getEvent())
                    .setStage(request.getStage())
                    .setAttempt(request.getAttempt())
                    .build();
            assertEquals(resent.getTranscript(), stub().getTiebreak(get).getTranscript());
        }
    }

    @Test
    void report50EveryMistakeHasItsStatusItsReasonAndNoSeed() {
        assertFault(
                refused(request -> request.getPlayersBuilder(0).setDeck("abc")),
                "INVALID_ARGUMENT",
                "MALFORMED_ID",
                "players[0].deck");
        assertFault(
                refused(request -> request.getPlayersBuilder(0).setDeck("9999_1,9999_2")),
                "INVALID_ARGUMENT",
                "UNKNOWN_CARD",
                "players[0].deck");
        assertFault(
                refused(request -> request.getPlayersBuilder(1).setName("alice")),
                "INVALID_ARGUMENT",
                "FIELD_INVALID",
                "players[1].name");
        assertFault(
                refused(request -> request.getPlayersBuilder(1).setDeck("")),
                "INVALID_ARGUMENT",
                "NO_DECK",
                "players[1].deck");
        assertFault(refused(request -> request.setAttempt(2)), "FAILED_PRECONDITION", "EARLIER_ATTEMPT_STANDS", null);
        VoidTiebreakRequest unknown = VoidTiebreakRequest.newBuilder()
                .setEvent(event("nowhere"))
                .setStage("x")
                .setAttempt(1)
                .setReason("gone")
                .build();
        assertFault(fault(() -> stub().voidTiebreak(unknown)), "NOT_FOUND", "TIE_NOT_FOUND", null);
        TieRequest first = tie("report-50").build();
        broken(client.breakTie(first));
        ResolveTiebreakRequest other = Messages.of(tie("report-50").standOn(9).build());
        assertFault(fault(() -> stub().resolveTiebreak(other)), "ALREADY_EXISTS", "TIE_CONTENT_DIFFERS", null);
    }

    @Test
    void report50TheClientSaysTheSameInOneLine() {
        Outcome.KeepShared kept =
                kept(client.breakTie(tie("report-50-text").player("cy", "").build()));
        assertEquals(KeepReason.REFUSED, kept.reason());
        assertTrue(kept.text().startsWith("INVALID_ARGUMENT NO_DECK in players[2].deck: "), kept.text());
    }

    @Test
    void aVoidedAttemptIsSaidAndTheNextOneIsBroken() {
        TieRequest first = tie("voided").build();
        broken(client.breakTie(first));
        stub().voidTiebreak(VoidTiebreakRequest.newBuilder()
                .setEvent(first.event())
                .setStage(first.stage())
                .setAttempt(1)
                .setReason("a result was corrected")
                .build());
        Outcome.KeepShared kept = kept(client.breakTie(first));
        assertEquals(KeepReason.VOIDED, kept.reason());
        assertTrue(kept.text().contains("a result was corrected"), kept.text());
        assertFalse(broken(client.breakTie(tie("voided").attempt(2).build())).replayed());
    }

    @Test
    void zeroThatIsSaidIsNotTheSameAsNothingSaid() {
        String nothing = broken(client.breakTie(tie("presence").build())).transcript();
        assertTrue(nothing.contains(" stand_on=8 replay_limit=64 "), nothing);
        TieRequest zero = TieRequest.named(event("presence-0"), "s")
                .seed(CANARY)
                .player("x", "3_8,3_8")
                .player("y", "3_8,3_8")
                .replayLimit(0)
                .build();
        Outcome.Broken lot = broken(client.breakTie(zero));
        assertTrue(lot.transcript().contains(" replay_limit=0 "));
        assertEquals(
                new Placed(1, lot.players().get(0), DecidedBy.LOT, "1"),
                lot.order().get(0));
        Fault fault = refused(request -> request.getOptionsBuilder().setStandOn(0));
        assertTrue(
                fault.fields.contains("options.standOn") || fault.fields.contains("options.stand_on"),
                fault.fields.toString());
    }

    @Test
    void report54TheOrderOfPlayersValuesCardsAndWinsChangesNothing() {
        TieRequest one = ordered(false);
        TieRequest other = ordered(true);
        assertNotEquals(Messages.of(one).toByteString(), Messages.of(other).toByteString());
        Outcome.Broken first = broken(client.breakTie(one));
        Outcome.Broken second = broken(client.breakTie(other));
        assertTrue(second.replayed());
        assertEquals(first.transcript(), second.transcript());
        ResolveTiebreakRequest message = Messages.of(one);
        List<TiebreakPlayer> players = new ArrayList<>(message.getPlayersList());
        Collections.reverse(players);
        ResolveTiebreakResponse third = stub().resolveTiebreak(message.toBuilder()
                .clearPlayers()
                .addAllPlayers(players)
                .build());
        assertEquals(first.resultId(), third.getResultId());
    }

    @Test
    void noFieldOfATieIsAWholeNumberOfSixtyFourBits() {
        Set<String> wide = new TreeSet<>();
        ResolveTiebreakRequest.getDescriptor()
                .getFile()
                .getMessageTypes()
                .forEach(message -> wide.addAll(wide(message)));
        assertEquals(Set.of(), wide);
        Set<String> counted = new TreeSet<>();
        AuditEntry.getDescriptor().getFile().getMessageTypes().forEach(message -> counted.addAll(wide(message)));
        assertFalse(counted.isEmpty(), "numbers of entries: Java's long holds every int64");
    }

    @Test
    void numbersOfSixtyFourBitsKeepAllTheirBits() throws Exception {
        long large = (1L << 53) + 1; // the first whole number that a double loses
        AuditEntry entry = AuditEntry.newBuilder().setSequence(large).build();
        assertEquals(large, AuditEntry.parseFrom(entry.toByteArray()).getSequence());
    }

    private static Set<String> wide(Descriptor message) {
        Set<String> wide = new TreeSet<>();
        for (FieldDescriptor field : message.getFields()) {
            if (field.getJavaType() == FieldDescriptor.JavaType.LONG) {
                wide.add(field.getFullName());
            }
        }
        return wide;
    }

    private static TieRequest ordered(boolean reversed) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(reversed ? "games" : "points", reversed ? "4" : "10");
        values.put(reversed ? "points" : "games", reversed ? "10" : "4");
        List<String> cards = new ArrayList<>(List.of(LIGHT.split("\\|")[0].split(",")));
        if (reversed) {
            Collections.reverse(cards);
        }
        TieRequest.Builder tie = TieRequest.tournament(event("report-54"), 1, 1)
                .seed(CANARY)
                .criterion("points", Better.HIGHER)
                .criterion("games", Better.LOWER)
                .criterion("head_to_head", Better.HIGHER)
                .player("alice", DARK, values)
                .player("bob", String.join(",", cards) + "|", values);
        return (reversed
                        ? tie.beat("bob", "alice", 1).beat("alice", "bob", 1)
                        : tie.beat("alice", "bob", 1).beat("bob", "alice", 1))
                .build();
    }

    private static void assertFault(Fault fault, String code, String reason, String field) {
        assertEquals(code, fault.code.name());
        assertEquals(reason, fault.reason);
        assertTrue(field == null || fault.fields.contains(field), () -> field + " in " + fault.fields);
    }

    private static Fault refused(Consumer<ResolveTiebreakRequest.Builder> change) {
        ResolveTiebreakRequest.Builder request = Messages.of(tie("refused").build()).toBuilder();
        change.accept(request);
        return fault(() -> stub().resolveTiebreak(request.build()));
    }

    private static Fault fault(Runnable call) {
        Fault fault = new Fault(assertThrows(StatusRuntimeException.class, call::run));
        assertFalse(fault.everything.contains(HexFormat.of().formatHex(CANARY)), "no seed in hexadecimal");
        assertFalse(fault.everything.contains(Base64.getEncoder().encodeToString(CANARY)), "no seed in base64");
        return fault;
    }

    private static TiebreakServiceBlockingStub stub() {
        return TiebreakServiceGrpc.newBlockingStub(channel).withDeadlineAfter(2, TimeUnit.MINUTES);
    }

    private static TieRequest.Builder tie(String name) {
        return Asking.tie(event(name));
    }

    private static String event(String name) {
        return name + "-java" + Asking.RUN;
    }

    /** What a refused call carries. */
    private static final class Fault {
        private final Status.Code code;
        private final List<String> fields = new ArrayList<>();
        private final String everything;
        private String reason = "";

        Fault(StatusRuntimeException error) {
            code = error.getStatus().getCode();
            com.google.rpc.Status status = StatusProto.fromThrowable(error);
            everything = error + " " + status;
            for (Any detail : status.getDetailsList()) {
                try {
                    if (detail.is(ErrorInfo.class)) {
                        ErrorInfo info = detail.unpack(ErrorInfo.class);
                        assertEquals("sabacc.gemp", info.getDomain());
                        reason = info.getReason();
                    } else if (detail.is(BadRequest.class)) {
                        detail.unpack(BadRequest.class)
                                .getFieldViolationsList()
                                .forEach(fault -> fields.add(fault.getField()));
                    }
                } catch (InvalidProtocolBufferException garbled) {
                    throw new AssertionError(garbled);
                }
            }
        }
    }
}
