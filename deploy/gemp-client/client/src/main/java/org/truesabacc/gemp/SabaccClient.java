package org.truesabacc.gemp;

import io.grpc.ManagedChannel;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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

    private final ClientSettings settings;
    private final Threads threads = Threads.ofDaemons();
    private final Warnings warnings = new Warnings(threads);
    private final Set<TieCall> calls = ConcurrentHashMap.newKeySet();
    private final BearerToken token;
    private final ManagedChannel channel;
    private final TiebreakServiceStub stub;
    private final String unusable;
    private volatile boolean closed;

    private SabaccClient(ClientSettings settings) {
        this.settings = settings;
        ManagedChannel opened = null;
        String fault = "";
        try {
            opened = Channels.open(settings, threads.workers());
        } catch (Throwable problem) { // also an Error: what a fat jar lost must not keep the server from starting
            fault = problem instanceof Unusable ? problem.getMessage() : "the channel cannot be opened: " + problem;
        }
        channel = opened;
        unusable = fault;
        token = settings == null || settings.tokenFile() == null ? null : new BearerToken(settings.tokenFile());
        stub = opened == null ? null : stub(opened, token);
    }

    private static TiebreakServiceStub stub(ManagedChannel channel, BearerToken token) {
        TiebreakServiceStub plain = TiebreakServiceGrpc.newStub(channel);
        return token == null ? plain : plain.withCallCredentials(token);
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
        try {
            return taken(request);
        } catch (Throwable fault) {
            return kept(request, KeepReason.FAILED, "the client failed: " + fault);
        }
    }

    private CompletableFuture<Outcome> taken(TieRequest request) {
        if (request == null) {
            return kept(null, KeepReason.BAD_REQUEST, "there is no request");
        }
        if (!request.problem().isEmpty()) {
            return kept(request, KeepReason.BAD_REQUEST, request.problem());
        }
        if (closed) {
            return kept(request, KeepReason.CLOSED, "the client is closed");
        }
        if (stub == null) {
            return kept(request, KeepReason.BAD_SETTINGS, unusable);
        }
        if (calls.size() >= MOST_TIES) {
            return kept(request, KeepReason.OVERLOADED, calls.size() + " ties are on their way");
        }
        TieCall call = new TieCall(request, settings, threads, warnings, () -> token == null ? "" : token.last());
        calls.add(call);
        try {
            // After a long outage the next try to connect may be two minutes off, four times what a tie has.
            channel.resetConnectBackoff();
            call.start(stub, () -> calls.remove(call));
        } catch (Throwable fault) {
            calls.remove(call);
            call.keep(KeepReason.FAILED, "the client failed: " + fault);
        }
        if (closed) {
            call.keep(KeepReason.CLOSED, "the client was closed");
        }
        return call.outcome();
    }

    /** The outcome of a tie that is not taken. One reason is always the same for thousands of ties: log it sparingly. */
    private CompletableFuture<Outcome> kept(TieRequest request, KeepReason reason, String text) {
        byte[] seed = request == null ? new byte[0] : request.seed();
        Outcome.KeepShared kept = new Outcome.KeepShared(reason, SafeText.of(text, seed));
        String tie = request == null ? "a tie" : SafeText.of(request.toString(), seed);
        String line = tie + ": kept shared, " + reason + ": " + kept.text();
        boolean mayFlood = reason == KeepReason.CLOSED || reason == KeepReason.OVERLOADED;
        CompletableFuture<Void> written = mayFlood ? warnings.warnSparingly(reason, line) : warnings.warn(line);
        if (written.isDone()) {
            return CompletableFuture.completedFuture(kept);
        }
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        written.whenComplete((done, fault) -> threads.complete(outcome, kept));
        return outcome;
    }

    /** Ends all ties as {@link KeepReason#CLOSED} and lets go of the connection. May be called again. */
    @Override
    public void close() {
        try {
            closed = true;
            calls.forEach(call -> call.keep(KeepReason.CLOSED, "the client was closed"));
            if (channel != null) {
                channel.shutdownNow();
            }
        } catch (Throwable fault) { // the server's end must not fail here
            warnings.warn(SafeText.of("closing failed: " + fault, new byte[0]));
        }
    }
}
