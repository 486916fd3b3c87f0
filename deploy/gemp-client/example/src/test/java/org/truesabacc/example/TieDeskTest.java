package org.truesabacc.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.truesabacc.gemp.ClientSettings;
import org.truesabacc.gemp.KeepReason;
import org.truesabacc.gemp.Outcome;
import org.truesabacc.gemp.SabaccClient;
import org.truesabacc.gemp.TieRequest;

/** Whatever hangs or fails beside the client, a contest that polls comes to its end. */
class TieDeskTest {
    private static final TieTable.Key KEY = new TieTable.Key("worlds", 4, List.of("alice", "bob"));

    @Test
    void aDatabaseThatHangsKeepsTheSharedStandingOfThisTieAndOfThoseBehindIt() throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        try (SabaccClient client = SabaccClient.open(ClientSettings.plaintext("127.0.0.1", 1));
                TieDesk desk = new TieDesk(client, new TieTable(), Duration.ofMillis(300))) {
            CompletableFuture<Outcome> first = desk.ask(KEY, thatWaitsFor(hanging));
            CompletableFuture<Outcome> behind = desk.ask(KEY, thatWaitsFor(hanging));
            assertEquals(KeepReason.TIME_OVER, reason(first));
            assertEquals(KeepReason.TIME_OVER, reason(behind));
        } finally {
            hanging.countDown();
        }
        assertTrue(TieDesk.LIMIT.compareTo(Duration.ofSeconds(30)) > 0, "the client's own limit comes first");
    }

    @Test
    void closingEndsTheTieUnderWayAndThoseThatWait() throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        try (SabaccClient client = SabaccClient.open(ClientSettings.plaintext("127.0.0.1", 1))) {
            TieDesk desk = new TieDesk(client, new TieTable());
            CompletableFuture<Outcome> first = desk.ask(KEY, thatWaitsFor(hanging));
            CompletableFuture<Outcome> behind = desk.ask(KEY, thatWaitsFor(hanging));
            assertFalse(first.isDone());
            desk.close();
            assertEquals(KeepReason.CLOSED, reason(behind));
            assertNotEquals(KeepReason.TIME_OVER, reason(first), "not after the desk's own limit");
            assertEquals(KeepReason.CLOSED, reason(desk.ask(KEY, thatWaitsFor(hanging))));
        } finally {
            hanging.countDown();
        }
    }

    @Test
    void aDatabaseThatFailsKeepsTheSharedStanding() throws Exception {
        try (SabaccClient client = SabaccClient.open(ClientSettings.plaintext("127.0.0.1", 1));
                TieDesk desk = new TieDesk(client, new TieTable())) {
            Supplier<TieRequest> failing = () -> {
                throw new IllegalStateException("no database");
            };
            assertEquals(KeepReason.FAILED, reason(desk.ask(KEY, failing)));
        }
    }

    private static Supplier<TieRequest> thatWaitsFor(CountDownLatch latch) {
        return () -> {
            boolean interrupted = false;
            while (latch.getCount() > 0) { // as a driver does that does not listen to interrupts
                try {
                    latch.await();
                } catch (InterruptedException ignored) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return TieRequest.named("worlds", "late").build();
        };
    }

    private static KeepReason reason(CompletableFuture<Outcome> asked) throws Exception {
        return assertInstanceOf(Outcome.KeepShared.class, asked.get(2, TimeUnit.MINUTES))
                .reason();
    }
}
