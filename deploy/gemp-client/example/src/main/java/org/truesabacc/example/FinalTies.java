package org.truesabacc.example;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.truesabacc.gemp.Outcome;
import org.truesabacc.gemp.TieRequest;

/** All ties of one final standing: asked for once, looked at on every tick, then applied. */
final class FinalTies {
    private final List<Standing> standings;
    private final Map<Integer, CompletableFuture<Outcome>> outcomes = new LinkedHashMap<>();

    private FinalTies(List<Standing> standings) {
        this.standings = standings;
    }

    /**
     * Asks for every tie in the standings.
     *
     * @param desk where the asking is done
     * @param event a tournament's id or a league's type
     * @param round the last round
     * @param standings with shared places
     * @param request begins a tie's request from the place that its players share
     * @param decks the deck string that each player played last
     */
    static FinalTies ask(
            TieDesk desk,
            String event,
            int round,
            List<Standing> standings,
            Function<Integer, TieRequest.Builder> request,
            Map<String, String> decks) {
        FinalTies ties = new FinalTies(List.copyOf(standings));
        Map<Integer, List<String>> byPlace = new TreeMap<>();
        standings.forEach(row ->
                byPlace.computeIfAbsent(row.place(), any -> new ArrayList<>()).add(row.player()));
        byPlace.forEach((place, players) -> {
            if (players.size() > 1) {
                TieTable.Key key = new TieTable.Key(event, round, players);
                ties.outcomes.put(place, desk.ask(key, () -> request(request.apply(place), players, decks)));
            }
        });
        return ties;
    }

    private static TieRequest request(TieRequest.Builder tie, List<String> players, Map<String, String> decks) {
        players.forEach(player -> tie.player(player, decks.get(player)));
        return tie.build();
    }

    /** Whether every tie has its outcome; never waits. */
    boolean areSettled() {
        return outcomes.values().stream().allMatch(CompletableFuture::isDone);
    }

    /** The standings with the broken ties in order; a tie that was kept shares its place as before. */
    List<Standing> applied() {
        List<Standing> applied = new ArrayList<>();
        for (Standing row : standings) {
            CompletableFuture<Outcome> outcome = outcomes.get(row.place());
            if (outcome != null && outcome.getNow(null) instanceof Outcome.Broken broken) {
                applied.add(row.at(row.place() + broken.players().indexOf(row.player())));
            } else {
                applied.add(row);
            }
        }
        applied.sort((one, other) -> Integer.compare(one.place(), other.place()));
        return applied;
    }
}
