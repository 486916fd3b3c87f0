package org.truesabacc.tsb1;

import java.util.Comparator;

/**
 * A player's final place.
 *
 * @param place 1 is best
 * @param player his id
 * @param decidedBy the last split that gave it to him: {@code criterion:NAME}, {@code sabacc:HAND}, {@code lot:HAND},
 *     or {@code shared}
 */
public record Place(int place, String player, String decidedBy) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
            Comparator.comparingInt(Place::place).thenComparing(Place::player);

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }
}
