package org.truesabacc.gemp;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.MetadataUtils;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.truesabacc.v1.ResolveTiebreakRequest;
import org.truesabacc.v1.ResolveTiebreakResponse;
import org.truesabacc.v1.TiebreakServiceGrpc.TiebreakServiceStub;

/**
 * One tie on its way to an outcome. A call that ended only for now (its time is over, the service or its database is
 * away, too many calls) is repeated with growing pauses until the tie's own time is over: the tie is its own key, so
 * whichever of the calls reached the service, all get the one stored answer.
 */
final class TieCall {
    private static final Metadata.Key<String> REQUEST_ID =
            Metadata.Key.of("x-request-id", Metadata.ASCII_STRING_MARSHALLER);
    private static final long FIRST_PAUSE_MS = 200;
    private static final long LONGEST_PAUSE_MS = 3000;

    private final TieRequest asked;
    private final ClientSettings settings;
    private final Threads threads;
    private final Warnings warnings;
    private final Supplier<String> token;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final String requestId = UUID.randomUUID().toString();
    private final long started = System.nanoTime();

    private volatile ScheduledFuture<?> limit;
    private volatile Runnable gone = () -> {};
    private volatile ClientCallStreamObserver<?> running;
    private volatile KeepReason lastReason = KeepReason.TIME_OVER;
    private volatile String lastFailure = "";
    private long pauseMs = FIRST_PAUSE_MS;
    private boolean wasEndedForPings;

    TieCall(TieRequest asked, ClientSettings settings, Threads threads, Warnings warnings, Supplier<String> token) {
        this.asked = asked;
        this.settings = settings;
        this.threads = threads;
        this.warnings = warnings;
        this.token = token;
    }

    CompletableFuture<Outcome> outcome() {
        return outcome;
    }

    /** Sets the limit and leaves the caller's thread; {@code whenGone} runs once the tie has ended. */
    void start(TiebreakServiceStub stub, Runnable whenGone) {
        gone = whenGone;
        Metadata headers = new Metadata();
        headers.put(REQUEST_ID, requestId);
        TiebreakServiceStub named = stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
        limit = threads.timer().schedule(this::giveUp, settings.limit().toNanos(), TimeUnit.NANOSECONDS);
        outcome.whenComplete((done, cancelled) -> letGo()); // the caller may cancel it
        threads.workers().execute(() -> guarded(() -> call(named, Messages.of(asked))));
    }

    /** Ends the tie unless it has ended; tells the log first. */
    void keep(KeepReason reason, String text) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        Outcome.KeepShared kept = new Outcome.KeepShared(reason, SafeText.of(text, asked.seed(), token.get()));
        String tie = SafeText.of(asked.toString(), asked.seed(), token.get());
        String line = tie + ": kept shared, " + reason + ": " + kept.text() + " (request " + requestId + ")";
        CompletableFuture<Void> written =
                reason == KeepReason.CLOSED ? warnings.warnSparingly(reason, line) : warnings.warn(line);
        letGo();
        written.whenComplete((done, fault) -> threads.complete(outcome, kept));
    }

    private void letGo() {
        ended.set(true);
        gone.run();
        ScheduledFuture<?> waiting = limit;
        if (waiting != null) {
            waiting.cancel(false);
        }
        cancelRunning();
    }

    private void cancelRunning() {
        ClientCallStreamObserver<?> call = running;
        if (call == null) {
            return;
        }
        try {
            call.cancel("the tie has ended", null);
        } catch (Throwable fault) {
            // the call ends at its deadline then; the tie has its outcome now
        }
    }

    private void giveUp() {
        String seen = lastFailure.isEmpty() ? "no call was answered" : lastFailure;
        keep(lastReason, seen + " (not broken within " + settings.limit().toMillis() + " ms)");
    }

    private void call(TiebreakServiceStub stub, ResolveTiebreakRequest request) {
        Duration left = left();
        if (ended.get() || left.isNegative()) {
            return;
        }
        boolean isLast = left.compareTo(settings.callDeadline()) < 0;
        Answer answer = new Answer(() -> call(stub, request), isLast);
        stub.withDeadlineAfter((isLast ? left : settings.callDeadline()).toNanos(), TimeUnit.NANOSECONDS)
                .withWaitForReady()
                .resolveTiebreak(request, answer);
        // Only now may it be cancelled: gRPC fails when another thread cancels a call that is being started.
        running = answer.call;
        if (ended.get()) {
            cancelRunning();
        }
    }

    private Duration left() {
        return settings.limit().minusNanos(System.nanoTime() - started);
    }

    private void failed(Status status, Metadata trailers, Runnable again, boolean isLast) {
        if (ended.get()) {
            return;
        }
        KeepReason reason = Refusals.reason(status);
        // The tie's own end cuts its last call short; what was seen before says more.
        if (!isLast || lastFailure.isEmpty() || !Causes.isOwnDeadline(status)) {
            lastReason = reason;
            lastFailure = Refusals.text(status, trailers);
        }
        Optional<Duration> least = Refusals.pauseBeforeRepeat(status, trailers);
        if (least.isEmpty() && Refusals.isConnectionEndedForPings(status) && !wasEndedForPings) {
            wasEndedForPings = true;
            least = Optional.of(Duration.ZERO);
        }
        if (reason == KeepReason.BAD_ANSWER || least.isEmpty()) {
            keep(reason, lastFailure);
        } else {
            repeat(again, least.get());
        }
    }

    private void repeat(Runnable again, Duration least) {
        Duration pause = Duration.ofMillis(pauseMs);
        pause = pause.compareTo(least) < 0 ? least : pause;
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        if (pause.compareTo(left()) >= 0) {
            giveUp();
        } else {
            threads.timer()
                    .schedule(
                            () -> threads.workers().execute(() -> guarded(again)),
                            pause.toNanos(),
                            TimeUnit.NANOSECONDS);
        }
    }

    private void answered(ResolveTiebreakResponse answer) {
        Outcome checked = AnswerCheck.outcome(asked, answer);
        if (checked instanceof Outcome.KeepShared kept) {
            keep(kept.reason(), kept.text());
        } else if (ended.compareAndSet(false, true)) {
            letGo();
            threads.complete(outcome, checked);
        }
    }

    /** Whatever goes wrong in here is the tie's outcome, never the end of a thread. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (Throwable fault) { // also an Error: a class missing in a fat jar must not leave the caller waiting
            keep(KeepReason.FAILED, "the client failed: " + fault);
        }
    }

    /** The answer of one call. */
    private final class Answer implements ClientResponseObserver<ResolveTiebreakRequest, ResolveTiebreakResponse> {
        private final Runnable again;
        private final boolean isLast;
        private ClientCallStreamObserver<?> call;
        private ResolveTiebreakResponse answer;

        Answer(Runnable again, boolean isLast) {
            this.again = again;
            this.isLast = isLast;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<ResolveTiebreakRequest> starting) {
            call = starting;
        }

        @Override
        public void onNext(ResolveTiebreakResponse value) {
            answer = value;
        }

        @Override
        public void onError(Throwable error) {
            guarded(() -> failed(Status.fromThrowable(error), Status.trailersFromThrowable(error), again, isLast));
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
