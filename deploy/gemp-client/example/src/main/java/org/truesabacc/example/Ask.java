package org.truesabacc.example;

import com.google.protobuf.util.JsonFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.truesabacc.gemp.ClientSettings;
import org.truesabacc.gemp.Outcome;
import org.truesabacc.gemp.SabaccClient;
import org.truesabacc.gemp.TieRequest;
import org.truesabacc.v1.CriterionValue;
import org.truesabacc.v1.Direction;
import org.truesabacc.v1.ResolveTiebreakRequest;

/** A whole caller for the shell: {@code Ask HOST PORT REQUEST.json} breaks one tie and prints places and transcript. */
public final class Ask {
    private Ask() {}

    /**
     * Asks over plaintext; exit code 0 for a broken tie, 1 for one that keeps its shared standing, 2 for bad arguments.
     *
     * @param args host, port, and the request message in proto3 JSON
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 3) {
            System.err.println("usage: Ask HOST PORT REQUEST.json");
            System.exit(2);
        }
        ResolveTiebreakRequest.Builder message = ResolveTiebreakRequest.newBuilder();
        JsonFormat.parser().merge(Files.readString(Path.of(args[2])), message);
        ClientSettings settings = ClientSettings.plaintext(args[0], Integer.parseInt(args[1]));
        try (SabaccClient client = SabaccClient.open(settings)) {
            Outcome outcome = client.breakTie(request(message.build())).join();
            if (outcome instanceof Outcome.Broken broken) {
                broken.order()
                        .forEach(placed -> System.out.printf(
                                "%d %s %s %s%n", placed.place(), placed.player(), placed.decidedBy(), placed.detail()));
                System.out.print(broken.transcript());
            } else {
                System.err.println(outcome);
                System.exit(1);
            }
        }
    }

    private static TieRequest request(ResolveTiebreakRequest message) {
        TieRequest.Builder tie = TieRequest.named(message.getEvent(), message.getStage())
                .attempt(message.getAttempt())
                .seed(message.getSeed().toByteArray());
        message.getOptions()
                .getCriteriaList()
                .forEach(criterion -> tie.criterion(
                        criterion.getName(),
                        criterion.getDirection() == Direction.DIRECTION_LOW
                                ? TieRequest.Better.LOWER
                                : TieRequest.Better.HIGHER));
        message.getPlayersList().forEach(player -> {
            Map<String, String> values = new LinkedHashMap<>();
            for (CriterionValue value : player.getCriteriaList()) {
                values.put(value.getName(), value.getValue());
            }
            tie.player(player.getName(), player.getDeck(), values, player.getStartedOnTableList());
        });
        message.getHeadToHeadList().forEach(win -> tie.beat(win.getWinner(), win.getLoser(), win.getWins()));
        if (message.getOptions().hasStandOn()) {
            tie.standOn(message.getOptions().getStandOn());
        }
        if (message.getOptions().hasReplayLimit()) {
            tie.replayLimit(message.getOptions().getReplayLimit());
        }
        return (message.getOptions().getAllowUnknown() ? tie.allowUnknownCards() : tie).build();
    }
}
