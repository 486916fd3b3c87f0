package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.truesabacc.v1.CardServiceGrpc;
import org.truesabacc.v1.GetCatalogueRequest;

/**
 * Field report 49: a quiet channel that pings as often as Java can, every 10 seconds, is not thrown off. gRPC's own
 * limits would end it at the third ping.
 */
class IdleConnectionTest {
    @Test
    @Timeout(600)
    @EnabledIfSystemProperty(named = "sabacc.idleSeconds", matches = "[0-9]+", disabledReason = "see tests/java")
    void report49AQuietChannelThatPingsIsStillThere() throws Exception {
        Duration ping = Duration.ofSeconds(10);
        ClientSettings settings = ClientSettings.plaintext("127.0.0.1", Integer.getInteger("sabacc.port"))
                .withTimes(Duration.ofMinutes(2), Duration.ofMinutes(2), ping);
        ManagedChannel channel = Channels.open(settings, ForkJoinPool.commonPool());
        try {
            call(channel);
            assertEquals(ConnectivityState.READY, channel.getState(false));
            AtomicBoolean changed = new AtomicBoolean();
            channel.notifyWhenStateChanged(ConnectivityState.READY, () -> changed.set(true));
            Thread.sleep(
                    Duration.ofSeconds(Integer.getInteger("sabacc.idleSeconds")).toMillis());
            assertFalse(changed.get(), "the connection was lost while nobody called");
            call(channel);
            assertFalse(changed.get(), "the call needed a new connection");
        } finally {
            channel.shutdownNow();
        }
    }

    private static void call(ManagedChannel channel) {
        CardServiceGrpc.newBlockingStub(channel)
                .withDeadlineAfter(2, TimeUnit.MINUTES)
                .getCatalogue(GetCatalogueRequest.getDefaultInstance());
    }
}
