package org.truesabacc.gemp;

import com.google.protobuf.ByteString;
import org.truesabacc.v1.Criterion;
import org.truesabacc.v1.CriterionValue;
import org.truesabacc.v1.Direction;
import org.truesabacc.v1.HeadToHead;
import org.truesabacc.v1.ResolveTiebreakRequest;
import org.truesabacc.v1.TiebreakOptions;
import org.truesabacc.v1.TiebreakPlayer;

/** Writes a request as the service's message. */
final class Messages {
    private Messages() {}

    static ResolveTiebreakRequest of(TieRequest asked) {
        ResolveTiebreakRequest.Builder request = ResolveTiebreakRequest.newBuilder()
                .setEvent(asked.event())
                .setStage(asked.stage())
                .setAttempt(asked.attempt())
                .setSeed(ByteString.copyFrom(asked.seed()))
                .setOptions(options(asked));
        asked.players().forEach(player -> request.addPlayers(player(player)));
        asked.wins()
                .forEach(win -> request.addHeadToHead(HeadToHead.newBuilder()
                        .setWinner(win.winner())
                        .setLoser(win.loser())
                        .setWins(win.wins())));
        return request.build();
    }

    private static TiebreakPlayer player(TieRequest.Player player) {
        TiebreakPlayer.Builder message = TiebreakPlayer.newBuilder()
                .setName(player.name())
                .setDeck(player.deckString())
                .addAllStartedOnTable(player.startedOnTable());
        player.values()
                .forEach((name, value) -> message.addCriteria(
                        CriterionValue.newBuilder().setName(name).setValue(value)));
        return message.build();
    }

    /** Only what the request says is set: a number that is left out means the service's own, and 0 means 0. */
    private static TiebreakOptions options(TieRequest asked) {
        TiebreakOptions.Builder options = TiebreakOptions.newBuilder().setAllowUnknown(asked.allowsUnknownCards());
        asked.criteria()
                .forEach(criterion -> options.addCriteria(Criterion.newBuilder()
                        .setName(criterion.name())
                        .setDirection(
                                criterion.better() == TieRequest.Better.HIGHER
                                        ? Direction.DIRECTION_HIGH
                                        : Direction.DIRECTION_LOW)));
        if (asked.saysStandOn()) {
            options.setStandOn(asked.standOn());
        }
        if (asked.saysReplayLimit()) {
            options.setReplayLimit(asked.replayLimit());
        }
        return options.build();
    }
}
