package org.truesabacc.fatjar;

import java.util.Map;
import org.truesabacc.gemp.ClientSettings;
import org.truesabacc.gemp.Outcome;
import org.truesabacc.gemp.SabaccClient;
import org.truesabacc.gemp.TieRequest;

/** What is left of GEMP's server: it opens the client from its configuration and breaks one tie. */
public final class Main {
    private Main() {}

    /**
     * Prints the outcome; exit code 0 for a broken tie, 1 otherwise.
     *
     * @param args host, port, event, and the decks of two players
     */
    public static void main(String[] args) {
        Map<String, String> properties =
                Map.of("sabacc.host", args[0], "sabacc.port", args[1], "sabacc.plaintext", "true");
        try (SabaccClient client = SabaccClient.open(ClientSettings.from(properties::get))) {
            TieRequest tie = TieRequest.tournament(args[2], 5, 1)
                    .seed("no secret in here".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                    .player("alice", args[3])
                    .player("bob", args[4])
                    .build();
            Outcome outcome = client.breakTie(tie).join();
            System.out.println(outcome instanceof Outcome.Broken broken ? "BROKEN " + broken.players() : outcome);
            System.exit(outcome instanceof Outcome.Broken ? 0 : 1);
        }
    }
}
