package org.truesabacc.example;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.truesabacc.gemp.KeepReason;
import org.truesabacc.gemp.Outcome;
import org.truesabacc.gemp.SabaccClient;
import org.truesabacc.gemp.TieRequest;

/**
 * The one thread that prepares ties: reading decks and seeds from a database takes time that no tick has, and the tick
 * holds locks that everybody waits for.
 */
final class TieDesk implements AutoCloseable {
    private static final Outcome CLOSED = kept(KeepReason.CLOSED, "was closed");
    /** A tie has 30 seconds in the client; a database that hangs before or after them must not hang the contest. */
    static final Duration LIMIT = Duration.ofSeconds(35);

    private final SabaccClient client;
    private final TieTable table;
    private final Duration limit;
    private final Set<CompletableFuture<Outcome>> waiting = ConcurrentHashMap.newKeySet();
    private final ExecutorService desk = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "tie-desk");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean closed;

    TieDesk(SabaccClient client, TieTable table) {
        this(client, table, LIMIT);
    }

    TieDesk(SabaccClient client, TieTable table, Duration limit) {
        this.client = client;
        this.table = table;
        this.limit = limit;
    }

    /** Looks a tie up, or asks for it and stores the answer; the caller only ever polls the future. */
    CompletableFuture<Outcome> ask(TieTable.Key key, Supplier<TieRequest> request) {
        CompletableFuture<Outcome> asked = new CompletableFuture<>();
        waiting.add(asked);
        asked.whenComplete((outcome, fault) -> waiting.remove(asked));
        try {
            CompletableFuture.supplyAsync(() -> askNow(key, request), desk)
                    .thenCompose(outcome -> outcome)
                    .whenComplete((outcome, fault) ->
                            asked.complete(fault == null ? outcome : kept(KeepReason.FAILED, "failed: " + fault)));
        } catch (RuntimeException refused) {
            asked.complete(CLOSED);
        }
        if (closed) {
            asked.complete(CLOSED);
        }
        return asked.completeOnTimeout(
                kept(KeepReason.TIME_OVER, "has no outcome after " + limit), limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Outcome kept(KeepReason reason, String what) {
        return new Outcome.KeepShared(reason, "the tie desk " + what);
    }

    private CompletableFuture<Outcome> askNow(TieTable.Key key, Supplier<TieRequest> request) {
        return table.find(key)
                .map(stored -> CompletableFuture.<Outcome>completedFuture(stored))
                .orElseGet(() -> client.breakTie(request.get()).thenApplyAsync(outcome -> stored(key, outcome), desk));
    }

    private Outcome stored(TieTable.Key key, Outcome outcome) {
        return outcome instanceof Outcome.Broken broken ? table.store(key, broken) : outcome;
    }

    /** Ends what is under way and what waits, so that nobody polls for ever. */
    @Override
    public void close() {
        closed = true;
        desk.shutdownNow();
        waiting.forEach(asked -> asked.complete(CLOSED));
    }
}
