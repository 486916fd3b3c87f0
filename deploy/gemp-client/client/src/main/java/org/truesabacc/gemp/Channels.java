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
     * @throws IllegalArgumentException a setting cannot be used
     */
    static ManagedChannel open(ClientSettings settings, Executor executor) throws IOException {
        if (settings.host() == null || settings.host().isBlank() || settings.port() < 1 || settings.port() > 65535) {
            throw new IllegalArgumentException("no host and port to call: " + settings.host() + " " + settings.port());
        }
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
        if (settings.certificateFile() != null || settings.keyFile() != null) {
            if (settings.certificateFile() == null || settings.keyFile() == null) {
                throw new IllegalArgumentException("a certificate needs its key, and a key its certificate");
            }
            credentials.keyManager(
                    settings.certificateFile().toFile(), settings.keyFile().toFile());
        }
        return credentials.build();
    }

    /**
     * The retries inside one call: safe because a tie is its own key, so that the same question asked twice gets the
     * same stored answer. A call whose time is over is not repeated here but by {@link TieCall}.
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
        return Map.of(
                "methodConfig", List.of(everyCall), "retryThrottling", Map.of("maxTokens", 10.0, "tokenRatio", 0.1));
    }

    private static String seconds(Duration span) {
        return String.format(Locale.ROOT, "%d.%09ds", span.getSeconds(), span.getNano());
    }
}
