package org.truesabacc.tsb1;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** PILE: sorted entries that are drawn one by one, shuffled from the front only as far as is really drawn. */
final class Pile {
    private final List<String> entries;
    private final Words words;
    private int drawn;

    Pile(Collection<String> entries, Words words) {
        this.entries = new ArrayList<>(entries);
        Collections.sort(this.entries);
        this.words = words;
    }

    boolean isEmpty() {
        return drawn == entries.size();
    }

    String draw() {
        Collections.swap(entries, drawn, drawn + (int) words.uniform(entries.size() - drawn));
        return entries.get(drawn++);
    }

    /** Draws everything that is left. */
    List<String> drawAll() {
        List<String> order = new ArrayList<>();
        while (!isEmpty()) {
            order.add(draw());
        }
        return order;
    }
}
