package org.truesabacc.tsb1;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * All that a tie's result depends on.
 *
 * @param event the event's id
 * @param stage the stage's id
 * @param attempt 1 to 999
 * @param seed the caller's seed, 16 to 64 bytes
 * @param standOn 1 to 11: a player draws while his best total is below it
 * @param replayLimit 0 to 64: hands that a player may play after his first, before the lot
 * @param catalogue the version of the card data
 * @param share whether players still equal share their place, so that no hand is played
 * @param criteria in the order they are applied
 * @param players in any order
 * @param wins each ordered pair at most once
 * @param cards what each card may count; one that is missing counts 0
 */
public record Question(
        String event,
        String stage,
        int attempt,
        byte[] seed,
        int standOn,
        int replayLimit,
        String catalogue,
        boolean share,
        List<Criterion> criteria,
        List<Player> players,
        List<Win> wins,
        Map<String, List<BigDecimal>> cards) {

    /** The criterion whose figure is not filed but counted: wins inside the group still equal. */
    public static final String HEAD_TO_HEAD = "head_to_head";

    /** Sorts players by name, and wins by winner and loser. */
    public Question {
        criteria = List.copyOf(criteria);
        players = players.stream().sorted(Comparator.comparing(Player::name)).toList();
        wins = wins.stream()
                .sorted(Comparator.comparing(Win::winner).thenComparing(Win::loser))
                .toList();
        cards = Map.copyOf(cards);
    }

    /** A figure that orders players before any card is drawn; {@code highWins} tells which end is the better one. */
    public record Criterion(String name, boolean highWins) {
        String direction() {
            return highWins ? "high" : "low";
        }
    }

    /**
     * A player.
     *
     * @param name his id
     * @param pile his cards; empty for one whom the criteria place
     * @param values one for each criterion but head_to_head, in the order of the criteria
     * @param dropped ids left out of his deck with the caller's leave
     */
    public record Player(String name, List<String> pile, List<BigDecimal> values, List<String> dropped) {
        /** Sorts the ids. */
        public Player {
            pile = pile.stream().sorted().toList();
            values = List.copyOf(values);
            dropped = dropped.stream().sorted().toList();
        }
    }

    /** How often one player beat another. */
    public record Win(String winner, String loser, int wins) {}

    String key() {
        return event + "#" + stage + "#" + attempt;
    }

    List<Criterion> filedCriteria() {
        return criteria.stream()
                .filter(criterion -> !criterion.name().equals(HEAD_TO_HEAD))
                .toList();
    }
}
