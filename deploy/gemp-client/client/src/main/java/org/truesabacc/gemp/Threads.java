package org.truesabacc.gemp;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one client: daemons that end when there is nothing to do.
 *
 * @param workers gRPC's callbacks and the checking of answers
 * @param timer limits and pauses; nothing of it takes time
 * @param endings completes futures: one thread for each, so that what a caller chained holds up nobody else
 * @param log writes lines, one after the other; a log that hangs holds up nobody, it only loses lines
 */
record Threads(Executor workers, ScheduledThreadPoolExecutor timer, Executor endings, Executor log) {
    private static final int WORKERS = 2;
    private static final int MOST_LINES_WAITING = 1000;
    private static final long IDLE_S = 10;

    static Threads ofDaemons() {
        ThreadPoolExecutor workers = new ThreadPoolExecutor(
                WORKERS, WORKERS, IDLE_S, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons("work"));
        workers.allowCoreThreadTimeOut(true);
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("time"));
        timer.setKeepAliveTime(IDLE_S, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
        ThreadPoolExecutor endings = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_S, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons("end"));
        ThreadPoolExecutor log = new ThreadPoolExecutor(
                1, 1, IDLE_S, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_LINES_WAITING), daemons("log"));
        log.allowCoreThreadTimeOut(true);
        return new Threads(workers, timer, endings, log);
    }

    /** Completes a future on a thread of its own; on this one where the machine has none left. */
    <T> void complete(CompletableFuture<T> future, T end) {
        try {
            endings.execute(() -> future.complete(end));
        } catch (Throwable noThread) {
            future.complete(end);
        }
    }

    private static ThreadFactory daemons(String task) {
        AtomicInteger number = new AtomicInteger();
        return run -> {
            Thread thread = new Thread(run, "sabacc-" + task + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
