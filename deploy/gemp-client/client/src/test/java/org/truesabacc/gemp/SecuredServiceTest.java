package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.truesabacc.gemp.Asking.ask;
import static org.truesabacc.gemp.Asking.keptBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The real service behind TLS with tokens, and behind mutual TLS: {@code sabacc.secured} names a folder with {@code
 * token.port}, {@code mutual.port}, {@code ca.pem}, the tokens of a game and of an auditor, and the certificates of a
 * game and of a stranger.
 */
@EnabledIfSystemProperty(named = "sabacc.secured", matches = ".+", disabledReason = "no service: see tests/java")
class SecuredServiceTest {
    private static final Path FOLDER = Path.of(System.getProperty("sabacc.secured", "."));

    @Test
    void aGamesTokenOverTlsBreaksTheTie() throws Exception {
        assertBroken(ask(overTls("token").withTokenFile(FOLDER.resolve("game.token")), tie("token")));
    }

    @Test
    void noTokenAWrongOneAndTheTokenOfAnotherRoleAreNotAllowed() throws Exception {
        Path wrong = Files.createTempFile("wrong", ".token");
        Files.writeString(wrong, "sabacc_" + "x".repeat(43));
        try {
            assertEquals(
                    KeepReason.NOT_ALLOWED,
                    keptBy(overTls("token"), tie("none")).reason());
            assertEquals(
                    KeepReason.NOT_ALLOWED,
                    keptBy(overTls("token").withTokenFile(wrong), tie("wrong")).reason());
            Path auditor = FOLDER.resolve("auditor.token");
            assertEquals(
                    KeepReason.NOT_ALLOWED,
                    keptBy(overTls("token").withTokenFile(auditor), tie("role")).reason());
        } finally {
            Files.delete(wrong);
        }
    }

    @Test
    void aGamesCertificateBreaksTheTie() throws Exception {
        assertBroken(ask(withIdentity("game"), tie("mutual")));
    }

    @Test
    void aStrangersCertificateIsNotAllowed() throws Exception {
        assertEquals(
                KeepReason.NOT_ALLOWED,
                keptBy(withIdentity("stranger"), tie("stranger")).reason());
    }

    @Test
    void withoutACertificateOrWithAnotherAuthorityOrInPlaintextNothingIsReached() throws Exception {
        ClientSettings bare = overTls("mutual");
        ClientSettings untrusting = ClientSettings.tls("localhost", port("token"));
        ClientSettings plaintext = ClientSettings.plaintext("localhost", port("token"));
        for (ClientSettings settings : new ClientSettings[] {bare, untrusting, plaintext}) {
            KeepReason reason = keptBy(Asking.quick(settings), tie("unreached")).reason();
            assertTrue(reason == KeepReason.TIME_OVER || reason == KeepReason.UNAVAILABLE, reason.name());
        }
    }

    private static ClientSettings withIdentity(String name) throws IOException {
        return overTls("mutual").withIdentity(FOLDER.resolve(name + ".pem"), FOLDER.resolve(name + ".key"));
    }

    private static ClientSettings overTls(String service) throws IOException {
        return Asking.patient(ClientSettings.tls("localhost", port(service)).withCa(FOLDER.resolve("ca.pem")));
    }

    private static int port(String service) throws IOException {
        return Integer.parseInt(
                Files.readString(FOLDER.resolve(service + ".port")).strip());
    }

    private static TieRequest tie(String name) {
        return Asking.tie(name + "-java" + Asking.RUN).build();
    }

    private static void assertBroken(Outcome outcome) {
        assertTrue(outcome instanceof Outcome.Broken, outcome::toString);
    }
}
