package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.truesabacc.gemp.Asking.broken;
import static org.truesabacc.gemp.Asking.keptBy;
import static org.truesabacc.gemp.Asking.tie;

import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.truesabacc.gemp.Outcome.KeepShared;

/** Settings that cannot be used name their key and what was expected, and a token is seen by nobody. */
class SettingsTest {
    @Test
    void settingsOfNoUseShowAtTheFirstTieAndNameTheirKey(@TempDir Path folder) throws Exception {
        Path garbage = Files.writeString(folder.resolve("garbage.pem"), "no certificate");
        ClientSettings tls = ClientSettings.tls("127.0.0.1", 50051);
        Map<ClientSettings, String> useless = new LinkedHashMap<>();
        useless.put(null, "there are no settings");
        useless.put(ClientSettings.plaintext(null, 50051), "sabacc.host: expected a host");
        useless.put(ClientSettings.plaintext("127.0.0.1", 0), "sabacc.port: 0, expected 1 to 65535");
        useless.put(ClientSettings.plaintext("127.0.0.1", 70000), "sabacc.port: 70000, expected 1 to 65535");
        useless.put(
                ClientSettings.from(Map.of("sabacc.host", "${SABACC_HOST:-a.b}")::get),
                "sabacc.host: was not filled in");
        useless.put(
                ClientSettings.from(Map.of("sabacc.port", "fifty")::get), "sabacc.port: 'fifty', expected 1 to 65535");
        useless.put(
                ClientSettings.from(Map.of("sabacc.plaintext", "yes")::get), "sabacc.plaintext: 'yes', expected true");
        useless.put(
                ClientSettings.from(Map.of("sabacc.token.file", "a\0b")::get), "sabacc.token.file: expected the path");
        useless.put(ClientSettings.from(null), "sabacc.host: cannot be read");
        useless.put(tls.withCa(folder.resolve("missing.pem")), "sabacc.ca.file: ");
        useless.put(tls.withCa(garbage), "sabacc.ca.file: ");
        useless.put(tls.withIdentity(garbage, null), "sabacc.key.file: expected the key of");
        useless.put(tls.withIdentity(null, garbage), "sabacc.certificate.file: expected the certificate of");
        useless.put(tls.withTimes(null, null, null), "callDeadline: null, expected ");
        Duration second = Duration.ofSeconds(1);
        Duration absurd = Duration.ofSeconds(Long.MAX_VALUE);
        useless.put(tls.withTimes(second, null, second), "limit: null, expected ");
        useless.put(tls.withTimes(second, absurd, second), "limit: PT2562047788015215H30M7S, expected ");
        useless.put(tls.withTimes(absurd.negated(), second, second), "callDeadline: ");
        useless.put(tls.withTimes(second, second, Duration.ZERO), "keepAlive: PT0S, expected PT10S to ");
        useless.forEach((settings, text) -> {
            KeepShared kept = keptBy(settings, tie("e").build());
            assertEquals(KeepReason.BAD_SETTINGS, kept.reason(), () -> "" + settings);
            assertTrue(kept.text().startsWith(text), kept.text());
        });
    }

    @Test
    void aKeyInAnotherFormIsNamedWithTheFormExpected(@TempDir Path folder) throws Exception {
        SelfSigned identity = SelfSigned.in(folder);
        Path key = Files.writeString(folder.resolve("old.pem"), "-----BEGIN " + "EC PRIVATE KEY-----");
        KeepShared kept = keptBy(
                ClientSettings.tls("127.0.0.1", 50051).withIdentity(identity.certificate(), key), tie("e").build());
        assertTrue(kept.text().matches("sabacc\\.key\\.file: .*, expected a PKCS #8 key .*"), kept.text());
    }

    @Test
    void settingsAreReadByKeyAndWhatIsUnsetHasADefault() {
        ClientSettings unset = ClientSettings.from(key -> null);
        assertEquals(ClientSettings.tls("127.0.0.1", 50051), unset);
        Map<String, String> all = Map.of(
                "sabacc.host",
                "sabacc",
                "sabacc.port",
                " 50052 ",
                "sabacc.plaintext",
                "TRUE",
                "sabacc.token.file",
                "/run/t",
                "sabacc.ca.file",
                "/run/ca",
                "sabacc.certificate.file",
                "/run/c",
                "sabacc.key.file",
                "/run/k");
        assertEquals(
                ClientSettings.plaintext("sabacc", 50052)
                        .withTokenFile(Path.of("/run/t"))
                        .withCa(Path.of("/run/ca"))
                        .withIdentity(Path.of("/run/c"), Path.of("/run/k")),
                ClientSettings.from(all::get));
    }

    @Test
    @Timeout(20)
    void aTokenFileOfNoUseIsNotAllowedAndSaysWhy(@TempDir Path folder) throws Exception {
        Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        Map<Path, String> useless = Map.of(
                folder.resolve("missing"),
                "does not exist",
                folder,
                "is no regular file",
                pipe,
                "is no regular file",
                Files.writeString(folder.resolve("large"), "x".repeat(1025)),
                "is larger than 1024 bytes",
                Files.writeString(folder.resolve("blank"), " \n"),
                "holds no token",
                Files.writeString(folder.resolve("two"), "a b"),
                "holds no token");
        try (StandIn honest = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)))) {
            useless.forEach((file, why) -> {
                KeepShared kept = keptBy(
                        honest.settings().withTokenFile(file), tie("token").build());
                assertEquals(KeepReason.NOT_ALLOWED, kept.reason());
                assertTrue(kept.text().contains("sabacc.token.file " + file + " " + why), kept.text());
            });
            assertEquals(0, honest.calls.size());
        }
    }

    @Test
    void aTokenIsReadAgainForEveryCall(@TempDir Path folder) throws Exception {
        Metadata.Key<String> header = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
        Path file = folder.resolve("token");
        try (StandIn honest = StandIn.that((request, answer) -> StandIn.send(answer, StandIn.honest(request)));
                SabaccClient client = SabaccClient.open(honest.settings().withTokenFile(file))) {
            for (String token : List.of("first", "second")) {
                Files.writeString(file, token + "\n");
                broken(client.breakTie(tie(token).build()));
            }
            assertEquals(
                    List.of("Bearer first", "Bearer second"),
                    honest.calls.stream().map(headers -> headers.get(header)).toList());
        }
    }

    @Test
    void theTokenOfTheFileAndWhateverFollowsBearerAreNotQuoted(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "my.own+secret=\n");
        try (StandIn chatty = StandIn.that((request, answer) -> answer.onError(Status.PERMISSION_DENIED
                .withDescription("not my.own+secret= and not bearer Other.Token! either")
                .asException()))) {
            KeepShared kept =
                    keptBy(chatty.settings().withTokenFile(file), tie("chatty").build());
            assertEquals("PERMISSION_DENIED: not ? and not bearer ? either", kept.text());
        }
        try (StandIn liar = StandIn.that((request, answer) -> StandIn.send(
                answer,
                StandIn.honest(request).toBuilder()
                        .setVoidReason("my.own+secret=")
                        .build()))) {
            String text = keptBy(
                            liar.settings().withTokenFile(file), tie("void").build())
                    .text();
            assertFalse(text.contains("secret"), text);
        }
    }
}
