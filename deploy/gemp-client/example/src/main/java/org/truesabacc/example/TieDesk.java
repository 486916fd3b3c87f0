package org.truesabacc.example;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
    private final SabaccClient client;
    private final TieTable table;
    private final ExecutorService desk = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "tie-desk");
        thread.setDaemon(true);
        return thread;
    });

    TieDesk(SabaccClient client, TieTable table) {
        this.client = client;
        this.table = table;
    }

    /** Looks a tie up, or asks for it and stores the answer; the caller only ever polls the future. */
    CompletableFuture<Outcome> ask(TieTable.Key key, Supplier<TieRequest> request) {
        CompletableFuture<Outcome> asked;
        try {
            asked = CompletableFuture.supplyAsync(() -> askNow(key, request), desk)
                    .thenCompose(outcome -> outcome);
        } catch (RuntimeException closed) {
            asked = CompletableFuture.failedFuture(closed);
        }
        return asked.exceptionally(fault -> new Outcome.KeepShared(KeepReason.FAILED, "the tie desk failed: " + fault));
    }

    private CompletableFuture<Outcome> askNow(TieTable.Key key, Supplier<TieRequest> request) {
        return table.find(key)
                .map(stored -> CompletableFuture.<Outcome>completedFuture(stored))
                .orElseGet(() -> client.breakTie(request.get()).thenApplyAsync(outcome -> stored(key, outcome), desk));
    }

    private Outcome stored(TieTable.Key key, Outcome outcome) {
        return outcome instanceof Outcome.Broken broken ? table.store(key, broken) : outcome;
    }

    @Override
    public void close() {
        desk.shutdownNow();
    }
}
