package org.truesabacc.example.money;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.truesabacc.gemp.Refused;
import org.truesabacc.gemp.Unanswered;

/**
 * Fetches a list of the service's, applies each item of it, and acknowledges it.
 *
 * <p>The cursor passes an item once it is acknowledged: whatever a crash leaves before that comes again, and is found
 * in the inbox. What was deferred lies before the cursor and comes again when the list is read from its beginning.
 *
 * @param <T> what is on the list
 */
abstract class Collector<T> {
    private static final Logger LOG = System.getLogger("org.truesabacc.example.money");
    private static final int LONGEST_REASON = 255;

    /**
     * A part of the list.
     *
     * @param items by their numbers
     * @param nextAfter what to go on after
     * @param more whether more follow now
     */
    record Page<T>(List<T> items, long nextAfter, boolean more) {}

    /**
     * What all items have.
     *
     * @param id its name on both sides
     * @param sequence its number on the list
     * @param reason why it was deferred last; empty where it was not
     */
    record Label(String id, long sequence, String reason) {}

    private final Coming coming;
    private final Database database;
    private final Step.Watcher watcher;

    Collector(Coming coming, Database database, Step.Watcher watcher) {
        this.coming = coming;
        this.database = database;
        this.watcher = watcher;
    }

    abstract Page<T> listed(long after) throws Refused, Unanswered;

    abstract Label label(T item);

    /** Does once what an item asks; returns why not now, or nothing. */
    abstract Optional<String> apply(T item) throws SQLException;

    abstract void acknowledgeApplied(String id) throws Refused, Unanswered;

    abstract void acknowledgeDeferred(String id, String reason) throws Refused, Unanswered;

    /**
     * Reads the list to its end.
     *
     * @param anew from its beginning, with all that is not applied; else from the cursor
     * @return whether everything on it is acknowledged
     * @throws Unanswered the service is away
     */
    final boolean collect(boolean anew) throws SQLException, Unanswered {
        boolean isAllAcknowledged = true;
        long after = anew ? 0 : database.transaction(connection -> Cursors.at(connection, coming.cursor));
        Page<T> page;
        do {
            page = pageAfter(after);
            for (T item : page.items()) {
                isAllAcknowledged &= settle(item, label(item));
            }
            after = page.nextAfter();
        } while (page.more());
        return isAllAcknowledged;
    }

    private Page<T> pageAfter(long after) throws Unanswered {
        watcher.reached(coming.asked);
        try {
            Page<T> page = listed(after);
            watcher.reached(coming.answered);
            return page;
        } catch (Refused refused) {
            throw new IllegalStateException("the list " + coming.cursor + " after " + after + " is refused", refused);
        }
    }

    /** Applies or defers one item; false where the service does not take the acknowledgement. */
    private boolean settle(T item, Label label) throws SQLException, Unanswered {
        Optional<String> whyNot = apply(item).map(Collector::shortened);
        if (!whyNot.equals(Optional.of(label.reason())) && !isAcknowledged(label, whyNot)) {
            return false;
        }
        database.transaction(connection -> {
            Cursors.moveOn(connection, coming.cursor, label.sequence());
            return null;
        });
        watcher.reached(coming.passed);
        return true;
    }

    private boolean isAcknowledged(Label label, Optional<String> whyNot) throws Unanswered {
        try {
            if (whyNot.isEmpty()) {
                acknowledgeApplied(label.id());
            } else {
                watcher.reached(coming.deferred);
                acknowledgeDeferred(label.id(), whyNot.get());
            }
        } catch (Refused refused) {
            return leave(label, refused);
        } catch (Unanswered unanswered) {
            if (!unanswered.isOfThisCallOnly()) {
                throw unanswered;
            }
            return leave(label, unanswered);
        }
        watcher.reached(coming.acknowledged);
        return true;
    }

    private static boolean leave(Label label, Exception fault) {
        LOG.log(Level.ERROR, label.id() + " is not acknowledged: " + fault.getMessage());
        return false;
    }

    private static String shortened(String reason) {
        return reason.substring(0, Math.min(reason.length(), LONGEST_REASON));
    }
}
