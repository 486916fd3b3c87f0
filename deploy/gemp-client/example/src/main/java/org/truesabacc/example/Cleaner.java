package org.truesabacc.example;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The one thread that looks at everything again and again, as GEMP's cleaner does each second. */
final class Cleaner implements AutoCloseable {
    /** What is looked at. */
    interface Ticking {
        void tick();
    }

    private final List<Ticking> all;
    private final List<Duration> ticks = new CopyOnWriteArrayList<>();
    private final Thread thread;

    Cleaner(Duration period, List<? extends Ticking> all) {
        this.all = List.copyOf(all);
        this.thread = new Thread(() -> run(period), "cleaner");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Duration period) {
        try {
            while (true) {
                long started = System.nanoTime();
                all.forEach(Ticking::tick); // one that throws would take the others' tick with it
                ticks.add(Duration.ofNanos(System.nanoTime() - started));
                Thread.sleep(period.toMillis());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** How long each tick took. */
    List<Duration> ticks() {
        return ticks;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
