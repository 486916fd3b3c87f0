package org.truesabacc.example.money;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.truesabacc.gemp.CampaignClient;
import org.truesabacc.gemp.Unanswered;

/**
 * Where players hand silver over and ask for it back, and the one thread that does the rest.
 *
 * <p>What players do is a transaction of GEMP's database and never waits for the service. The thread sends what stands
 * in the outbox and collects settlements and rewards, every second; what was deferred is tried again every five
 * minutes; the books are compared once a day. After a crash all this begins where it was, and what was half done is done
 * once.
 */
final class MoneyDesk implements AutoCloseable {
    private static final Logger LOG = System.getLogger("org.truesabacc.example.money");
    private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_LOOKS_BACK = Duration.ofMinutes(5);
    private static final Duration BETWEEN_COMPARISONS = Duration.ofDays(1);

    private final Outbox outbox;
    private final Sender sender;
    private final SettlementCollector settlements;
    private final GrantCollector grants;
    private final Reconciler reconciler;
    private final Timer looksBack = new Timer(BETWEEN_LOOKS_BACK);
    private final Timer comparisons = new Timer(BETWEEN_COMPARISONS);
    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "money-desk");
        thread.setDaemon(true);
        return thread;
    });

    MoneyDesk(Database database, CampaignClient service) {
        this(database, service, Reconciler.MOST_MOVEMENTS, Step.Watcher.NOBODY);
    }

    MoneyDesk(Database database, CampaignClient service, int mostMovements, Step.Watcher watcher) {
        outbox = new Outbox(database, watcher);
        sender = new Sender(outbox, service, watcher);
        Inbox inbox = new Inbox(database, watcher);
        settlements = new SettlementCollector(database, inbox, service, watcher);
        grants = new GrantCollector(database, inbox, service, watcher);
        reconciler = new Reconciler(new Books(database, watcher), service, mostMovements, watcher);
    }

    /**
     * Takes silver out of a player's purse for the tables.
     *
     * @param id made for this one request of the player, {@code UUID.randomUUID()}, and kept for asking again
     * @return why not, or nothing
     */
    Optional<String> deposit(UUID id, String player, int amount) throws SQLException {
        return outbox.write(Errand.deposit(id, player, amount));
    }

    /** Asks for silver of a player's wallet; it comes into the purse later, or the errand shows why not. */
    Optional<String> withdraw(UUID id, String player, int amount) throws SQLException {
        return outbox.write(Errand.withdrawal(id, player, amount));
    }

    /** How far something is that was asked. */
    Optional<Errand> find(UUID id) throws SQLException {
        return outbox.find(id);
    }

    /** Starts the thread. */
    void start() {
        worker.scheduleWithFixedDelay(this::tick, 0, BETWEEN_ROUNDS.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void tick() {
        try {
            boolean isQuiet = round(looksBack.isDue());
            if (isQuiet && comparisons.isDue()) {
                Reconciler.Report report = compare();
                report.differences().forEach(each -> LOG.log(Level.ERROR, "the books differ: " + each));
            }
        } catch (Unanswered | SQLException forNow) {
            LOG.log(Level.WARNING, "not now: " + forNow.getMessage());
        } catch (Throwable fault) { // a round that fails must not be the last
            LOG.log(Level.ERROR, "a round of the money desk failed", fault);
        }
    }

    /**
     * Sends and collects once.
     *
     * @param anew with what was deferred
     * @return whether nothing was left that only the service or a person can end
     */
    boolean round(boolean anew) throws SQLException, Unanswered {
        boolean isSent = sender.send();
        boolean isPaid = settlements.collect(anew);
        boolean isGiven = grants.collect(anew);
        return isSent && isPaid && isGiven;
    }

    /** Compares the books; after a round that left nothing, for what is under way would show as a difference. */
    Reconciler.Report compare() throws SQLException, Unanswered {
        return reconciler.compare();
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }

    /** Says now and then that it is time, first of all at once. */
    private static final class Timer {
        private final Duration period;
        private long last;

        Timer(Duration period) {
            this.period = period;
            this.last = System.nanoTime() - period.toNanos();
        }

        boolean isDue() {
            boolean isDue = System.nanoTime() - last >= period.toNanos();
            last = isDue ? System.nanoTime() : last;
            return isDue;
        }
    }
}
