package org.truesabacc.gemp;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.MetadataUtils;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.truesabacc.v1.ResolveTiebreakRequest;
import org.truesabacc.v1.ResolveTiebreakResponse;
import org.truesabacc.v1.TiebreakServiceGrpc.TiebreakServiceStub;

/**
 * One tie on its way to an outcome. A call whose time is over is repeated until the tie's own time is: the tie is its
 * own key, so whichever of the calls reached the service, all get the one stored answer.
 */
final class TieCall {
    private static final Logger LOG = System.getLogger("org.truesabacc.gemp");
    private static final Metadata.Key<String> REQUEST_ID =
            Metadata.Key.of("x-request-id", Metadata.ASCII_STRING_MARSHALLER);
    private static final long FIRST_PAUSE_MS = 200;
    private static final long LONGEST_PAUSE_MS = 3000;

    private final TieRequest asked;
    private final ClientSettings settings;
    private final Executor workers;
    private final ScheduledExecutorService timer;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final String requestId = UUID.randomUUID().toString();
    private final long started = System.nanoTime();

    private volatile ClientCallStreamObserver<?> running;
    private volatile String lastFailure = "no call was answered";
    private long pauseMs = FIRST_PAUSE_MS;

    TieCall(TieRequest asked, ClientSettings settings, Executor workers, ScheduledExecutorService timer) {
        this.asked = asked;
        this.settings = settings;
        this.workers = workers;
        this.timer = timer;
    }

    CompletableFuture<Outcome> outcome() {
        return outcome;
    }

    /** Sets the limit and leaves the caller's thread. */
    void start(TiebreakServiceStub stub) {
        Metadata headers = new Metadata();
        headers.put(REQUEST_ID, requestId);
        TiebreakServiceStub named = stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
        ScheduledFuture<?> limit = timer.schedule(this::giveUp, settings.limit().toNanos(), TimeUnit.NANOSECONDS);
        outcome.whenComplete((ended, cancelled) -> {
            limit.cancel(false);
            ClientCallStreamObserver<?> call = running;
            if (call != null) {
                call.cancel("the tie has ended", null);
            }
        });
        workers.execute(() -> guarded(() -> call(named, Messages.of(asked))));
    }

    /** Ends the tie unless it has ended; tells the log. */
    void keep(KeepReason reason, String text) {
        if (outcome.complete(new Outcome.KeepShared(reason, text))) {
            log("kept shared, " + reason + ": " + text);
        }
    }

    private void giveUp() {
        keep(KeepReason.TIME_OVER, "not broken within " + settings.limit().toMillis() + " ms; last: " + lastFailure);
    }

    private void call(TiebreakServiceStub stub, ResolveTiebreakRequest request) {
        Duration left = left();
        if (outcome.isDone() || left.isNegative()) {
            return;
        }
        Duration deadline = left.compareTo(settings.callDeadline()) < 0 ? left : settings.callDeadline();
        stub.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS)
                .withWaitForReady()
                .resolveTiebreak(request, new Answer(() -> call(stub, request)));
    }

    private Duration left() {
        return settings.limit().minusNanos(System.nanoTime() - started);
    }

    private void failed(Status status, Metadata trailers, Runnable again) {
        lastFailure = Refusals.text(status, trailers, asked.seed());
        KeepReason reason = Refusals.reason(status);
        if (reason != KeepReason.TIME_OVER) {
            keep(reason, lastFailure);
        } else if (!outcome.isDone()) {
            timer.schedule(() -> workers.execute(() -> guarded(again)), pauseMs, TimeUnit.MILLISECONDS);
            pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        }
    }

    private void answered(ResolveTiebreakResponse answer) {
        Outcome checked = AnswerCheck.outcome(asked, answer);
        if (checked instanceof Outcome.KeepShared kept) {
            keep(kept.reason(), kept.text());
        } else {
            outcome.complete(checked);
        }
    }

    /** Whatever goes wrong in here is the tie's outcome, never the end of a thread. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (Throwable fault) { // also an Error: a class missing in a fat jar must not leave the caller waiting
            keep(KeepReason.FAILED, SafeText.of("the client failed: " + fault, asked.seed()));
        }
    }

    private void log(String what) {
        try {
            String tie = SafeText.of(asked.toString(), asked.seed());
            LOG.log(Level.WARNING, tie + ": " + what + " (request " + requestId + ")");
        } catch (RuntimeException unwritable) {
            // a log that fails must not take the tie with it
        }
    }

    /** The answer of one call. */
    private final class Answer implements ClientResponseObserver<ResolveTiebreakRequest, ResolveTiebreakResponse> {
        private final Runnable again;
        private ResolveTiebreakResponse answer;

        Answer(Runnable again) {
            this.again = again;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<ResolveTiebreakRequest> call) {
            running = call;
        }

        @Override
        public void onNext(ResolveTiebreakResponse value) {
            answer = value;
        }

        @Override
        public void onError(Throwable error) {
            guarded(() -> failed(Status.fromThrowable(error), Status.trailersFromThrowable(error), again));
        }

        @Override
        public void onCompleted() {
            guarded(() -> {
                if (answer == null) {
                    keep(KeepReason.BAD_ANSWER, "the call ended without an answer");
                } else {
                    answered(answer);
                }
            });
        }
    }
}
