package org.truesabacc.example;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * A player's row in the standings.
 *
 * @param player his name
 * @param points more is better
 * @param games fewer is better
 * @param opponents his opponents' share of wins; more is better
 * @param place from 1; equal players have the same one, and the next one skips
 */
record Standing(String player, int points, int games, float opponents, int place) {
    private static final Comparator<Standing> ORDER = Comparator.comparingInt(Standing::points)
            .reversed()
            .thenComparingInt(Standing::games)
            .thenComparing(Comparator.comparing(Standing::opponents).reversed());

    /** Gives places by points, games and opponents; whoever is equal in all three shares one. */
    static List<Standing> placed(Collection<Standing> rows) {
        List<Standing> sorted = new ArrayList<>(rows);
        sorted.sort(ORDER);
        List<Standing> placed = new ArrayList<>();
        for (Standing row : sorted) {
            Standing before = placed.isEmpty() ? null : placed.get(placed.size() - 1);
            boolean equal = before != null && ORDER.compare(before, row) == 0;
            placed.add(row.at(equal ? before.place : placed.size() + 1));
        }
        return placed;
    }

    Standing at(int newPlace) {
        return new Standing(player, points, games, opponents, newPlace);
    }
}
