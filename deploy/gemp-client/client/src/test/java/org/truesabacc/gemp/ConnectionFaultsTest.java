package org.truesabacc.gemp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.fail;
import static org.truesabacc.gemp.Asking.ask;
import static org.truesabacc.gemp.Asking.keptBy;
import static org.truesabacc.gemp.Asking.tie;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.truesabacc.gemp.Outcome.KeepShared;

/** What is wrong with a connection comes first in the text, so that whoever set it up need not read gRPC's. */
@Execution(ExecutionMode.CONCURRENT)
class ConnectionFaultsTest {
    /** Seconds that a tie has: more and more, since the fault must show before they are over. */
    private static final List<Integer> LIMITS = List.of(3, 12, 48);

    @TempDir
    private static Path folder;

    @Test
    void faultsOfTlsAreNamed() throws Exception {
        SelfSigned identity = SelfSigned.in(folder);
        try (StandIn tls = StandIn.overTls(identity);
                StandIn plaintext = StandIn.that((request, answer) -> {})) {
            ClientSettings trusted =
                    Asking.patient(ClientSettings.tls("localhost", tls.port()).withCa(identity.certificate()));
            assertInstanceOf(Outcome.Broken.class, ask(trusted, tie("tls").build()), "nothing is wrong by itself");
            begins(
                    "the service's certificate is not trusted (PKIX path): unable to find valid certification path to"
                            + " requested target (not broken within ",
                    ClientSettings.tls("localhost", tls.port()));
            begins(
                    "the service's certificate is for another host: No subject alternative names matching IP address"
                            + " 127.0.0.1 found (not broken within ",
                    ClientSettings.tls("127.0.0.1", tls.port()).withCa(identity.certificate()));
            begins(
                    "what listens there does not speak TLS (not an SSL/TLS record) (not broken within ",
                    ClientSettings.tls("127.0.0.1", plaintext.port()));
        }
    }

    @Test
    void aPortOnWhichNobodyListensIsNamed() throws Exception {
        int port = BlackHole.deadPort();
        begins(
                "nobody listens: Connection refused: /127.0.0.1:" + port + " (not broken within ",
                ClientSettings.plaintext("127.0.0.1", port));
    }

    @Test
    void aHostWithoutAddressIsNamed() {
        begins("the host has no address: no.such.host.invalid", ClientSettings.plaintext("no.such.host.invalid", 1));
    }

    @Test
    void anAnswerThatNeverComesIsSaidInFewWords() throws Exception {
        try (StandIn silent = StandIn.that((request, answer) -> {})) {
            begins("no answer in the time of a call (not broken", ClientSettings.plaintext("127.0.0.1", silent.port()));
        }
    }

    private static void begins(String text, ClientSettings settings) {
        String said = "";
        for (int limit : LIMITS) {
            KeepShared kept = keptBy(
                    settings.withTimes(
                            Duration.ofMillis(600L * limit), Duration.ofSeconds(limit), Duration.ofSeconds(10)),
                    tie("fault").build());
            assertEquals(KeepReason.TIME_OVER, kept.reason());
            assertFalse(kept.text().contains("CallOptions"), kept.text());
            said = kept.text();
            if (said.startsWith(text)) {
                return;
            }
        }
        fail(said);
    }
}
