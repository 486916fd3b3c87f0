package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.truesabacc.gemp.Asking.broken;
import static org.truesabacc.gemp.Asking.keptBy;
import static org.truesabacc.gemp.Asking.tie;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import com.google.rpc.RetryInfo;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.truesabacc.gemp.Outcome.KeepShared;
import org.truesabacc.v1.ResolveTiebreakRequest;
import org.truesabacc.v1.TiebreakServiceGrpc;

/** What ended only for now is asked again within the tie's time, and nothing else is. */
@Execution(ExecutionMode.CONCURRENT)
class RepeatsTest {
    private static final Status AWAY = Status.UNAVAILABLE.withDescription("the database is away");
    private static final int CALLS_OF_A_SHORT_OUTAGE = 7;

    /** What these tests do with short times is not about the first call of a JVM. */
    @BeforeAll
    static void warmUp() throws Exception {
        try (StandIn honest = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)))) {
            Asking.ask(honest.settings(), tie("warm").build());
        }
    }

    @Test
    void anOutageLongerThanThreeTriesCostsOnlyRepeats() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        StandIn.Manner restarting = (request, answer) -> {
            if (calls.incrementAndGet() <= CALLS_OF_A_SHORT_OUTAGE) {
                answer.onError(AWAY.asException());
            } else {
                StandIn.send(answer, StandIn.honest(request));
            }
        };
        try (StandIn service = StandIn.that(restarting);
                SabaccClient client = SabaccClient.open(service.settings())) {
            broken(client.breakTie(tie("outage").build()));
            assertEquals(CALLS_OF_A_SHORT_OUTAGE + 1, calls.get());
        }
    }

    @Test
    void anOutageWithoutEndIsSaidAtTheLimitAndCausesNoStorm() throws Exception {
        try (StandIn away = StandIn.that((request, answer) -> answer.onError(AWAY.asException()))) {
            KeepShared kept = keptBy(
                    within(away.settings(), Duration.ofSeconds(8)), tie("away").build());
            assertEquals(KeepReason.UNAVAILABLE, kept.reason());
            assertEquals("UNAVAILABLE: the database is away (not broken within 8000 ms)", kept.text());
            int calls = away.calls.size(); // three tries for each call; pauses of 0.2, 0.4, 0.8, 1.6 and 3 s between calls
            assertTrue(calls > 3 && calls <= 18, calls + " calls");
        }
    }

    @Test
    void afterAnOutageACallHasItsThreeTriesAsBefore() throws Exception {
        try (StandIn away = StandIn.that((request, answer) -> answer.onError(AWAY.asException()))) {
            ManagedChannel channel = Channels.open(away.settings(), ForkJoinPool.commonPool());
            try {
                for (int call = 1; call <= 5; call++) {
                    var stub = TiebreakServiceGrpc.newBlockingStub(channel);
                    assertThrows(
                            StatusRuntimeException.class,
                            () -> stub.resolveTiebreak(ResolveTiebreakRequest.getDefaultInstance()));
                    assertEquals(3 * call, away.calls.size());
                }
            } finally {
                channel.shutdownNow();
            }
        }
    }

    @Test
    void aLimitThatSaysWhenItPassesIsWaitedFor() throws Exception {
        List<Long> calls = new CopyOnWriteArrayList<>();
        StandIn.Manner busy = (request, answer) -> {
            calls.add(System.nanoTime());
            if (calls.size() == 1) {
                refuse(answer, Code.RESOURCE_EXHAUSTED, Duration.ofMillis(900));
            } else {
                StandIn.send(answer, StandIn.honest(request));
            }
        };
        try (StandIn service = StandIn.that(busy);
                SabaccClient client = SabaccClient.open(service.settings())) {
            broken(client.breakTie(tie("busy").build()));
            assertEquals(2, calls.size());
            assertTrue(calls.get(1) - calls.get(0) >= 900_000_000L, "not before the service said");
        }
    }

    @Test
    void aDelayLongerThanTheTieHasEndsItAtOnce() throws Exception {
        for (Duration delay : List.of(Duration.ofDays(2), Duration.ofSeconds(Long.MAX_VALUE))) {
            try (StandIn busy = StandIn.that((request, answer) -> refuse(answer, Code.RESOURCE_EXHAUSTED, delay))) {
                KeepShared kept = keptBy(busy.settings(), tie("later").build());
                assertEquals(KeepReason.OVERLOADED, kept.reason());
                assertEquals(1, busy.calls.size());
            }
        }
    }

    @Test
    void aConnectionThatIsEndedForItsPingsIsMadeAnewOnce() throws Exception {
        try (StandIn honest = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)))) {
            try (Gate gate = Gate.before(honest.port(), 1);
                    SabaccClient client = SabaccClient.open(before(gate))) {
                broken(client.breakTie(tie("calm").build()));
                assertEquals(2, gate.guests());
            }
            try (Gate gate = Gate.before(honest.port(), 9);
                    SabaccClient client = SabaccClient.open(before(gate))) {
                assertEquals(
                        KeepReason.OVERLOADED,
                        Asking.kept(client.breakTie(tie("calm").build())).reason());
            }
        }
    }

    /** gRPC's own pauses between two tries to connect grow to two minutes, whoever waits. */
    @Test
    void aNewTieDoesNotWaitForThePauseThatAnOutageBegan() throws Exception {
        try (Gate closed = Gate.before(0, 0);
                SabaccClient client = SabaccClient.open(
                        within(ClientSettings.plaintext("127.0.0.1", closed.port()), Duration.ofSeconds(1)))) {
            Asking.kept(client.breakTie(tie("first").build()));
            waitFor(closed, 4); // at about 0, 1, 2.6 and 5.2 s
            long fourth = System.nanoTime();
            while (closed.guests() < 5) { // the first of these may come before gRPC knows that the fourth try failed
                client.breakTie(tie("next").build());
                Thread.sleep(200);
            }
            double pause = (System.nanoTime() - fourth) / 1e9;
            assertTrue(pause < 3, "a new tie connects at once, not by itself 3 s later at the earliest: " + pause);
        }
    }

    private static ClientSettings before(Gate gate) {
        return Asking.patient(ClientSettings.plaintext("127.0.0.1", gate.port()));
    }

    private static void waitFor(Gate gate, int guests) throws InterruptedException {
        for (int waited = 0; gate.guests() < guests; waited++) {
            assertTrue(waited < 20_000, gate.guests() + " tries to connect");
            Thread.sleep(10);
        }
    }

    private static void refuse(StreamObserver<?> answer, Code code, Duration delay) {
        com.google.protobuf.Duration.Builder span = com.google.protobuf.Duration.newBuilder()
                .setSeconds(delay.getSeconds())
                .setNanos(delay.getNano());
        answer.onError(StatusProto.toStatusException(com.google.rpc.Status.newBuilder()
                .setCode(code.getNumber())
                .setMessage("too many calls")
                .addDetails(Any.pack(RetryInfo.newBuilder().setRetryDelay(span).build()))
                .build()));
    }

    /** A call may take all of the tie's time: else, on a busy machine, its deadline would be what was seen last. */
    private static ClientSettings within(ClientSettings settings, Duration limit) {
        return settings.withTimes(limit, limit, Duration.ofSeconds(10));
    }
}
