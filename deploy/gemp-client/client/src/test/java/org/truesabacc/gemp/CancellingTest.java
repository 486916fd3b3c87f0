package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.truesabacc.gemp.Asking.kept;
import static org.truesabacc.gemp.Asking.tie;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.truesabacc.v1.TiebreakServiceGrpc;

/** A tie ends while one of its calls is anywhere between not begun and answered. */
class CancellingTest {
    /** gRPC throws at a call that is cancelled in one thread while another one starts it. */
    @Test
    void aTieThatEndsWhileItsCallIsStartedIsCancelledOnceThatHasStarted() throws Exception {
        Starting starting = new Starting();
        overWire(starting, call -> {
            starting.begun.await();
            call.keep(KeepReason.CLOSED, "the client was closed");
            assertEquals(KeepReason.CLOSED, kept(call.outcome()).reason());
            assertEquals(1, starting.cancelled.getCount(), "not while it is started");
            starting.mayGoOn.countDown();
            assertTrue(starting.cancelled.await(2, TimeUnit.MINUTES));
        });
    }

    @Test
    void aTieHasItsOutcomeAlsoWhereItsCallCannotBeCancelled() throws Exception {
        Starting starting = new Starting();
        starting.mayGoOn.countDown();
        starting.onCancel = () -> {
            throw new IllegalStateException("no");
        };
        overWire(starting, call -> {
            starting.started.await();
            call.keep(KeepReason.CLOSED, "the client was closed");
            assertEquals(KeepReason.CLOSED, kept(call.outcome()).reason());
            assertTrue(starting.cancelled.await(2, TimeUnit.MINUTES));
        });
    }

    private static void overWire(Starting starting, Step step) throws Exception {
        try (StandIn silent = StandIn.that((request, answer) -> {})) {
            ManagedChannel channel = Channels.open(silent.settings(), ForkJoinPool.commonPool());
            try {
                Threads threads = Threads.ofDaemons();
                TieCall call = new TieCall(
                        tie("cancelling").build(), silent.settings(), threads, new Warnings(threads), () -> "");
                Channel slowed = ClientInterceptors.intercept(channel, starting::slowed);
                call.start(TiebreakServiceGrpc.newStub(slowed), () -> {});
                step.with(call);
            } finally {
                starting.mayGoOn.countDown();
                channel.shutdownNow();
            }
        }
    }

    private interface Step {
        void with(TieCall call) throws Exception;
    }

    /** Real calls whose start takes as long as a test likes, and what becomes of them. */
    private static final class Starting {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        final CountDownLatch started = new CountDownLatch(1);
        final CountDownLatch cancelled = new CountDownLatch(1);
        volatile Runnable onCancel = () -> {};

        <Q, A> ClientCall<Q, A> slowed(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
                @Override
                public void start(Listener<A> listener, Metadata headers) {
                    begun.countDown();
                    try {
                        mayGoOn.await();
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                    super.start(listener, headers);
                }

                @Override
                public void request(int messages) {
                    super.request(messages);
                    started.countDown();
                }

                @Override
                public void cancel(String message, Throwable cause) {
                    cancelled.countDown();
                    onCancel.run();
                    super.cancel(message, cause);
                }
            };
        }
    }
}
