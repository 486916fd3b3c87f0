package org.truesabacc.gemp;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
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
 * @param problem the key of a text that is no value and what was expected; empty where there is none
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
        Duration keepAlive,
        String problem) {

    private static final Duration CALL_DEADLINE = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

    /** TLS by Java's own certificates, no token. */
    public static ClientSettings tls(String host, int port) {
        return new ClientSettings(host, port, false, null, null, null, null, CALL_DEADLINE, LIMIT, KEEP_ALIVE, "");
    }

    /** No TLS and no token. */
    public static ClientSettings plaintext(String host, int port) {
        return new ClientSettings(host, port, true, null, null, null, null, CALL_DEADLINE, LIMIT, KEEP_ALIVE, "");
    }

    /**
     * Reads the settings by key, each a text or null: {@code sabacc.host}, {@code sabacc.port}, {@code
     * sabacc.plaintext} ({@code true} or {@code false}), {@code sabacc.ca.file}, {@code sabacc.certificate.file},
     * {@code sabacc.key.file}, {@code sabacc.token.file}.
     *
     * <p>Host and port are two keys, and a token is never one, because of how GEMP reads its configuration: see the
     * guide. A value that cannot be used (not a number, an unfilled <code>${...}</code>) gives settings with a
     * {@link #problem} that names its key.
     *
     * @param property gives the value of a key, {@code ApplicationConfiguration::getProperty} for instance
     */
    public static ClientSettings from(UnaryOperator<String> property) {
        try {
            Texts texts = new Texts(property);
            return new ClientSettings(
                    texts.value("host", "127.0.0.1"),
                    texts.port(),
                    texts.isPlaintext(),
                    texts.path("ca.file"),
                    texts.path("certificate.file"),
                    texts.path("key.file"),
                    texts.path("token.file"),
                    CALL_DEADLINE,
                    LIMIT,
                    KEEP_ALIVE,
                    "");
        } catch (Unusable fault) {
            return new ClientSettings(
                    "", -1, false, null, null, null, null, CALL_DEADLINE, LIMIT, KEEP_ALIVE, fault.getMessage());
        }
    }

    /** Values by key, of which each is read in one way only. */
    private record Texts(UnaryOperator<String> property) {
        String value(String key, String unset) throws Unusable {
            String value;
            try {
                value = property.apply("sabacc." + key);
            } catch (RuntimeException unreadable) {
                throw new Unusable("sabacc." + key + ": cannot be read: " + unreadable);
            }
            if (value != null && value.contains("${")) {
                throw new Unusable("sabacc." + key + ": was not filled in, expected a value in place of ${...}");
            }
            return value == null || value.isBlank() ? unset : value.strip();
        }

        int port() throws Unusable {
            String port = value("port", "50051");
            if (!port.matches("[0-9]{1,5}")) {
                throw new Unusable("sabacc.port: '" + port + "', expected 1 to 65535");
            }
            return Integer.parseInt(port);
        }

        boolean isPlaintext() throws Unusable {
            String plaintext = value("plaintext", "false");
            if (!plaintext.equalsIgnoreCase("true") && !plaintext.equalsIgnoreCase("false")) {
                throw new Unusable("sabacc.plaintext: '" + plaintext + "', expected true or false");
            }
            return plaintext.equalsIgnoreCase("true");
        }

        Path path(String key) throws Unusable {
            String value = value(key, null);
            try {
                return value == null ? null : Path.of(value);
            } catch (InvalidPathException noPath) {
                throw new Unusable("sabacc." + key + ": expected the path of a file");
            }
        }
    }

    /** The same with a bearer token in a file. */
    public ClientSettings withTokenFile(Path file) {
        return new ClientSettings(
                host, port, plaintext, caFile, certificateFile, keyFile, file, callDeadline, limit, keepAlive, problem);
    }

    /** The same with certificates to trust instead of Java's own. */
    public ClientSettings withCa(Path file) {
        return new ClientSettings(
                host,
                port,
                plaintext,
                file,
                certificateFile,
                keyFile,
                tokenFile,
                callDeadline,
                limit,
                keepAlive,
                problem);
    }

    /** The same with a certificate and key of this client's own, for mutual TLS. */
    public ClientSettings withIdentity(Path certificate, Path key) {
        return new ClientSettings(
                host, port, plaintext, caFile, certificate, key, tokenFile, callDeadline, limit, keepAlive, problem);
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
                newKeepAlive,
                problem);
    }
}
