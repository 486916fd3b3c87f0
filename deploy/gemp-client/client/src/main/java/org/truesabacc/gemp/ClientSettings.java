package org.truesabacc.gemp;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Where the service is and how to speak to it.
 *
 * <p>A file that is not needed is null. Nothing is checked here: {@link SabaccClient#open} takes whatever is given, and
 * a client with unusable settings answers every tie with {@link KeepReason#BAD_SETTINGS}.
 *
 * @param host the service's host
 * @param port the service's port
 * @param plaintext true: no TLS; only inside a closed network
 * @param caFile PEM certificates to trust instead of Java's own
 * @param certificateFile this client's PEM certificate chain, for mutual TLS
 * @param keyFile its PKCS#8 PEM key
 * @param tokenFile a file with the bearer token; read again for every call, so that it can be changed at any time
 * @param callDeadline for one call, its retries included
 * @param limit for one tie, from the moment it is handed over
 * @param keepAlive between two pings of a quiet connection, at least 10 seconds
 */
public record ClientSettings(
        String host,
        int port,
        boolean plaintext,
        Path caFile,
        Path certificateFile,
        Path keyFile,
        Path tokenFile,
        Duration callDeadline,
        Duration limit,
        Duration keepAlive) {

    private static final Duration CALL_DEADLINE = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

    /** TLS by Java's own certificates, no token. */
    public static ClientSettings tls(String host, int port) {
        return new ClientSettings(host, port, false, null, null, null, null, CALL_DEADLINE, LIMIT, KEEP_ALIVE);
    }

    /** No TLS and no token. */
    public static ClientSettings plaintext(String host, int port) {
        return new ClientSettings(host, port, true, null, null, null, null, CALL_DEADLINE, LIMIT, KEEP_ALIVE);
    }

    /**
     * Reads the settings by key, each a text or null: {@code sabacc.host}, {@code sabacc.port}, {@code
     * sabacc.plaintext} ({@code true}, else TLS), {@code sabacc.ca.file}, {@code sabacc.certificate.file}, {@code
     * sabacc.key.file}, {@code sabacc.token.file}.
     *
     * <p>Host and port are two keys, and a token is never one, because of how GEMP reads its configuration: see the
     * guide. A value that cannot be used (not a number, an unfilled <code>${...}</code>) gives settings with port -1.
     *
     * @param property gives the value of a key, {@code ApplicationConfiguration::getProperty} for instance
     */
    public static ClientSettings from(UnaryOperator<String> property) {
        try {
            int port = Integer.parseInt(Objects.requireNonNullElse(value(property, "port"), "50051"));
            return new ClientSettings(
                    Objects.requireNonNullElse(value(property, "host"), "127.0.0.1"),
                    port,
                    "true".equalsIgnoreCase(value(property, "plaintext")),
                    path(property, "ca.file"),
                    path(property, "certificate.file"),
                    path(property, "key.file"),
                    path(property, "token.file"),
                    CALL_DEADLINE,
                    LIMIT,
                    KEEP_ALIVE);
        } catch (RuntimeException unusable) {
            return tls("", -1);
        }
    }

    private static String value(UnaryOperator<String> property, String key) {
        String value = property.apply("sabacc." + key);
        if (value != null && value.contains("${")) {
            throw new IllegalArgumentException("sabacc." + key + " was not filled in");
        }
        return value == null || value.isBlank() ? null : value.strip();
    }

    private static Path path(UnaryOperator<String> property, String key) {
        String value = value(property, key);
        return value == null ? null : Path.of(value);
    }

    /** The same with a bearer token in a file. */
    public ClientSettings withTokenFile(Path file) {
        return new ClientSettings(
                host, port, plaintext, caFile, certificateFile, keyFile, file, callDeadline, limit, keepAlive);
    }

    /** The same with certificates to trust instead of Java's own. */
    public ClientSettings withCa(Path file) {
        return new ClientSettings(
                host, port, plaintext, file, certificateFile, keyFile, tokenFile, callDeadline, limit, keepAlive);
    }

    /** The same with a certificate and key of this client's own, for mutual TLS. */
    public ClientSettings withIdentity(Path certificate, Path key) {
        return new ClientSettings(
                host, port, plaintext, caFile, certificate, key, tokenFile, callDeadline, limit, keepAlive);
    }

    /** The same with other times. */
    public ClientSettings withTimes(Duration newCallDeadline, Duration newLimit, Duration newKeepAlive) {
        return new ClientSettings(
                host,
                port,
                plaintext,
                caFile,
                certificateFile,
                keyFile,
                tokenFile,
                newCallDeadline,
                newLimit,
                newKeepAlive);
    }
}
