package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.truesabacc.Repository;
import org.truesabacc.gemp.Outcome.Broken;
import org.truesabacc.gemp.Outcome.KeepShared;

/** Requests and outcomes, as short as tests need them. */
public final class Asking {
    /** A seed that must never be seen anywhere. */
    public static final byte[] CANARY = {
        (byte) 0xca,
        (byte) 0xfe,
        0x5a,
        (byte) 0xba,
        (byte) 0xcc,
        0x11,
        0x22,
        0x33,
        0x44,
        0x55,
        0x66,
        0x77,
        (byte) 0x88,
        (byte) 0x99,
        (byte) 0xaa,
        (byte) 0xbb
    };

    /** Part of every event's name: no two runs ask a service the same. */
    public static final String RUN = Runtime.version().feature() + "-" + Long.toHexString(System.currentTimeMillis());

    static final String DARK = Repository.deck("example-dark");
    static final String LIGHT = Repository.deck("example-light");

    private Asking() {}

    static TieRequest.Builder tie(String event) {
        return TieRequest.tournament(event, 4, 1)
                .seed(CANARY)
                .player("bob", LIGHT)
                .player("alice", DARK);
    }

    static ClientSettings quick(int port) {
        return quick(ClientSettings.plaintext("127.0.0.1", port));
    }

    static ClientSettings quick(ClientSettings settings) {
        return settings.withTimes(Duration.ofMillis(300), Duration.ofMillis(1500), Duration.ofSeconds(10));
    }

    /** With time enough for a machine that is busy with other things: for tests that do not wait for a time's end. */
    public static ClientSettings patient(ClientSettings settings) {
        return settings.withTimes(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofSeconds(10));
    }

    static Outcome outcome(CompletableFuture<Outcome> future) {
        try {
            return future.get(6, TimeUnit.MINUTES);
        } catch (InterruptedException | ExecutionException | TimeoutException broken) {
            throw new AssertionError("an outcome never comes as an exception, and always in time", broken);
        }
    }

    static Broken broken(CompletableFuture<Outcome> future) {
        Outcome outcome = outcome(future);
        return assertInstanceOf(Broken.class, outcome, outcome::toString);
    }

    static KeepShared kept(CompletableFuture<Outcome> future) {
        Outcome outcome = outcome(future);
        return assertInstanceOf(KeepShared.class, outcome, outcome::toString);
    }

    static Outcome ask(ClientSettings settings, TieRequest request) {
        try (SabaccClient client = SabaccClient.open(settings)) {
            return outcome(client.breakTie(request));
        }
    }

    static KeepShared keptBy(ClientSettings settings, TieRequest request) {
        Outcome outcome = ask(settings, request);
        return assertInstanceOf(KeepShared.class, outcome, outcome::toString);
    }
}
