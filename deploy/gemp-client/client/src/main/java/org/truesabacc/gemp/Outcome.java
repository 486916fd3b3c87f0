package org.truesabacc.gemp;

import java.time.Instant;
import java.util.List;

/** What became of a tie: an order, or nothing, and then the shared standing stays as it is. */
public sealed interface Outcome {
    /**
     * The tie is broken. Store all of it before the standing is used.
     *
     * @param order every player once, best place first
     * @param resultId the hash that names the result
     * @param transcript the proof, verified: ASCII lines, each ending in LF
     * @param catalogueVersion the card data that the values came from
     * @param auditHead the service's audit log up to and including this result; empty where it keeps none
     * @param answered when the service first answered this tie
     * @param replayed whether it had been answered before
     */
    record Broken(
            List<Placed> order,
            String resultId,
            String transcript,
            String catalogueVersion,
            String auditHead,
            Instant answered,
            boolean replayed)
            implements Outcome {
        /** Copies the list. */
        public Broken {
            order = List.copyOf(order);
        }

        /** The players' names, best place first. */
        public List<String> players() {
            return order.stream().map(Placed::player).toList();
        }

        /** Names order and result, without the transcript, which tells the seed. */
        @Override
        public String toString() {
            return "Broken[order=" + order + ", resultId=" + resultId + "]";
        }
    }

    /**
     * The tie is not broken.
     *
     * @param reason why, to branch on
     * @param text why, for a log line; never a seed
     */
    record KeepShared(KeepReason reason, String text) implements Outcome {}
}
