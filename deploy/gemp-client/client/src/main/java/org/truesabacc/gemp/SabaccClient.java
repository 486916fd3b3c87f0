package org.truesabacc.gemp;

import io.grpc.ManagedChannel;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.truesabacc.v1.TiebreakServiceGrpc;
import org.truesabacc.v1.TiebreakServiceGrpc.TiebreakServiceStub;

/**
 * Breaks ties by the True Sabacc service.
 *
 * <p>Open one for the whole server and close it at its end. Every method may be called from any thread, returns at once
 * and never throws; every outcome comes within {@link ClientSettings#limit}. All threads are daemons and end when there
 * is nothing to do.
 */
public final class SabaccClient implements AutoCloseable {
    /** Ties on their way at once; more are not taken. */
    static final int MOST_TIES = 256;

    private static final int WORKERS = 2;
    private static final long IDLE_S = 10;

    private final ClientSettings settings;
    private final ThreadPoolExecutor workers = new ThreadPoolExecutor(
            WORKERS, WORKERS, IDLE_S, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons("work"));
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("time"));
    private final Set<TieCall> calls = ConcurrentHashMap.newKeySet();
    private final ManagedChannel channel;
    private final TiebreakServiceStub stub;
    private final String unusable;
    private volatile boolean closed;

    private SabaccClient(ClientSettings settings) {
        this.settings = settings;
        workers.allowCoreThreadTimeOut(true);
        timer.setKeepAliveTime(IDLE_S, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
        ManagedChannel opened = null;
        String fault = "";
        try {
            opened = Channels.open(settings, workers);
        } catch (Throwable problem) { // also an Error: what a fat jar lost must not keep the server from starting
            fault = SafeText.of("the channel cannot be opened: " + problem, new byte[0]);
        }
        channel = opened;
        unusable = fault;
        stub = opened == null ? null : stub(opened, settings);
    }

    private static TiebreakServiceStub stub(ManagedChannel channel, ClientSettings settings) {
        TiebreakServiceStub plain = TiebreakServiceGrpc.newStub(channel);
        return settings.tokenFile() == null ? plain : plain.withCallCredentials(new BearerToken(settings.tokenFile()));
    }

    /** Opens a client; nothing is connected before the first tie, and settings that are of no use show there. */
    public static SabaccClient open(ClientSettings settings) {
        return new SabaccClient(settings);
    }

    /**
     * Breaks a tie. The same request gives the same outcome for ever, so it may be asked again after a restart.
     *
     * @param request the tie
     * @return completes with an outcome, never with an exception; poll it, or chain on it with an executor of your own
     */
    public CompletableFuture<Outcome> breakTie(TieRequest request) {
        if (request == null) {
            return kept(KeepReason.BAD_REQUEST, "there is no request");
        }
        if (!request.problem().isEmpty()) {
            return kept(KeepReason.BAD_REQUEST, request.problem());
        }
        if (closed) {
            return kept(KeepReason.CLOSED, "the client is closed");
        }
        if (stub == null) {
            return kept(KeepReason.BAD_SETTINGS, unusable);
        }
        if (calls.size() >= MOST_TIES) {
            return kept(KeepReason.OVERLOADED, calls.size() + " ties are on their way");
        }
        TieCall call = new TieCall(request, settings, workers, timer);
        calls.add(call);
        call.outcome().whenComplete((outcome, fault) -> calls.remove(call));
        try {
            call.start(stub);
        } catch (Throwable fault) {
            call.keep(KeepReason.FAILED, SafeText.of("the client failed: " + fault, request.seed()));
        }
        if (closed) {
            call.keep(KeepReason.CLOSED, "the client was closed");
        }
        return call.outcome();
    }

    private static CompletableFuture<Outcome> kept(KeepReason reason, String text) {
        return CompletableFuture.completedFuture(new Outcome.KeepShared(reason, text));
    }

    /** Ends all ties as {@link KeepReason#CLOSED} and lets go of the connection. May be called again. */
    @Override
    public void close() {
        closed = true;
        calls.forEach(call -> call.keep(KeepReason.CLOSED, "the client was closed"));
        if (channel != null) {
            channel.shutdownNow();
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
