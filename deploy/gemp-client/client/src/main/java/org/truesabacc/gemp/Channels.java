package org.truesabacc.gemp;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.LoadBalancerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.NameResolverRegistry;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Opens the one channel of a client. */
final class Channels {
    private static final long KEEP_ALIVE_TIMEOUT_S = 10;

    private Channels() {}

    /**
     * Opens a channel; nothing is connected before the first call.
     *
     * @throws IOException a certificate or key file cannot be read
     * @throws Unusable a setting cannot be used
     */
    static ManagedChannel open(ClientSettings settings, Executor executor) throws IOException, Unusable {
        SettingsCheck.requireUsable(settings);
        requireProviders();
        return NettyChannelBuilder.forAddress(settings.host(), settings.port(), credentials(settings))
                .executor(executor)
                .defaultServiceConfig(serviceConfig(settings))
                .enableRetry()
                .keepAliveTime(settings.keepAlive().toNanos(), TimeUnit.NANOSECONDS)
                .keepAliveTimeout(KEEP_ALIVE_TIMEOUT_S, TimeUnit.SECONDS)
                .keepAliveWithoutCalls(true)
                .proxyDetector(address -> null) // the service stands beside GEMP, never behind the machine's proxy
                .build();
    }

    /**
     * Refuses a fat jar that kept one file of each name under META-INF/services and so lost what gRPC finds there: its
     * calls would wait for their deadline, every time.
     */
    private static void requireProviders() {
        boolean balances = LoadBalancerRegistry.getDefaultRegistry().getProvider("pick_first") != null;
        boolean resolves = NameResolverRegistry.getDefaultRegistry().getProviderForScheme("dns") != null;
        if (!balances || !resolves) {
            throw new IllegalStateException("parts of gRPC are not found: the jar was assembled without joining"
                    + " META-INF/services (metaInf-services handler, see the guide)");
        }
    }

    private static ChannelCredentials credentials(ClientSettings settings) throws IOException {
        if (settings.plaintext()) {
            return InsecureChannelCredentials.create();
        }
        TlsChannelCredentials.Builder credentials = TlsChannelCredentials.newBuilder();
        if (settings.caFile() != null) {
            credentials.trustManager(settings.caFile().toFile());
        }
        if (settings.certificateFile() != null) {
            credentials.keyManager(
                    settings.certificateFile().toFile(), settings.keyFile().toFile());
        }
        return credentials.build();
    }

    /**
     * The retries inside one call: safe because a tie is its own key, so that the same question asked twice gets the
     * same stored answer. What ends in spite of them is repeated by {@link TieCall}.
     *
     * <p>No {@code retryThrottling}: its bucket is emptied by one outage and filled by a tenth of a token for every
     * call that succeeds, so with a handful of ties an evening the retries would never come back. Attempts are bounded
     * without it: three for each call, and a tie's pauses and time.
     */
    private static Map<String, ?> serviceConfig(ClientSettings settings) {
        Map<String, ?> retries = Map.of(
                "maxAttempts",
                3.0,
                "initialBackoff",
                "0.2s",
                "maxBackoff",
                "3s",
                "backoffMultiplier",
                2.0,
                "retryableStatusCodes",
                List.of("UNAVAILABLE"));
        Map<String, ?> everyCall = Map.of(
                "name",
                List.of(Map.of()),
                "timeout",
                seconds(settings.callDeadline()),
                "waitForReady",
                true,
                "retryPolicy",
                retries);
        return Map.of("methodConfig", List.of(everyCall));
    }

    private static String seconds(Duration span) {
        return String.format(Locale.ROOT, "%d.%09ds", span.getSeconds(), span.getNano());
    }
}
