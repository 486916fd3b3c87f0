package org.truesabacc.example;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.truesabacc.gemp.TieRequest;

/**
 * What a tournament and a league have in common at their end: nothing is final before the ties are settled.
 *
 * <p>The stage {@code BREAKING_TIES} is never stored. After a restart the contest is found unfinished, asks again, and
 * gets the same answer: from the table, or from the service, for which a tie is its own key.
 */
final class Contest implements Cleaner.Ticking {
    enum Stage {
        PLAYED,
        BREAKING_TIES,
        FINISHED
    }

    private final String id;
    private final int round;
    private final Map<String, String> decks;
    private final Function<Integer, TieRequest.Builder> request;
    private final TieDesk desk;
    private final Prizes prizes;
    private List<Standing> standings;
    private FinalTies ties;
    private volatile Stage stage = Stage.PLAYED;

    private Contest(
            String id,
            int round,
            List<Standing> rows,
            Map<String, String> decks,
            Function<Integer, TieRequest.Builder> request,
            TieDesk desk) {
        this.id = id;
        this.round = round;
        this.standings = Standing.placed(rows);
        this.decks = decks;
        this.request = request;
        this.desk = desk;
        this.prizes = new Prizes();
    }

    /** A tournament after its last round; the seed was drawn and stored before its first. */
    static Contest tournament(
            String id, int round, List<Standing> rows, Map<String, String> decks, byte[] seed, TieDesk desk) {
        return new Contest(
                id,
                round,
                rows,
                decks,
                place -> TieRequest.tournament(id, round, place).seed(seed),
                desk);
    }

    /** A league after its last day. */
    static Contest league(String type, List<Standing> rows, Map<String, String> decks, byte[] seed, TieDesk desk) {
        return new Contest(
                type, 0, rows, decks, place -> TieRequest.league(type, place).seed(seed), desk);
    }

    /** One look, called every second by the cleaner with its locks held. */
    @Override
    public void tick() {
        if (stage == Stage.PLAYED) {
            ties = FinalTies.ask(desk, id, round, standings, request, decks);
            stage = Stage.BREAKING_TIES;
        } else if (stage == Stage.BREAKING_TIES && ties.areSettled()) {
            standings = ties.applied();
            stage = Stage.FINISHED;
            prizes.award(standings);
        }
    }

    boolean isFinished() {
        return stage == Stage.FINISHED;
    }

    List<Standing> standings() {
        return standings;
    }

    Map<String, Integer> prizes() {
        return prizes.packs();
    }
}
