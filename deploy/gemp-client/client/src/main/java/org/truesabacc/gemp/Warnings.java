package org.truesabacc.gemp;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One line at WARNING for every tie that keeps its shared standing. */
final class Warnings {
    private static final Logger LOG = System.getLogger("org.truesabacc.gemp");
    private static final long LONGEST_WAIT_MS = 500;
    private static final long BETWEEN_FEW_MS = 1000;

    private final Threads threads;
    /** How many lines were held back since the last one, of the reasons that had one within the last second. */
    private final Map<KeepReason, Integer> heldBack = new EnumMap<>(KeepReason.class);

    Warnings(Threads threads) {
        this.threads = threads;
    }

    /** Writes a line; completes once it is written, or soon where the log hangs: an outcome does not wait for a log. */
    CompletableFuture<Void> warn(String line) {
        CompletableFuture<Void> written = new CompletableFuture<>();
        try {
            threads.log().execute(() -> {
                try {
                    LOG.log(Level.WARNING, line);
                } catch (Throwable unwritable) {
                    // a log that fails must not take the tie with it
                } finally {
                    written.complete(null);
                }
            });
        } catch (Throwable full) {
            written.complete(null);
        }
        return written.completeOnTimeout(null, LONGEST_WAIT_MS, TimeUnit.MILLISECONDS);
    }

    /** Writes a line of a kind that may come in thousands: one a second, and then how many there were besides. */
    CompletableFuture<Void> warnSparingly(KeepReason reason, String line) {
        synchronized (heldBack) {
            if (heldBack.computeIfPresent(reason, (same, count) -> count + 1) != null) {
                return CompletableFuture.completedFuture(null);
            }
            heldBack.put(reason, 0);
        }
        threads.timer().schedule(() -> tellOfTheOthers(reason), BETWEEN_FEW_MS, TimeUnit.MILLISECONDS);
        return warn(line);
    }

    private void tellOfTheOthers(KeepReason reason) {
        int others;
        synchronized (heldBack) {
            others = heldBack.remove(reason);
        }
        if (others > 0) {
            warnSparingly(reason, "kept shared, " + reason + ": " + others + " ties more within a second");
        }
    }
}
