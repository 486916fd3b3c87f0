package org.truesabacc.example;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Packs by place: 4, 3, 2, 2. Players who share a place all get its packs, which the pool never had. */
final class Prizes {
    private static final int[] BY_PLACE = {4, 3, 2, 2};

    private final Map<String, Integer> packs = new LinkedHashMap<>();

    void award(List<Standing> standings) {
        standings.stream()
                .filter(row -> row.place() <= BY_PLACE.length)
                .forEach(row -> packs.put(row.player(), BY_PLACE[row.place() - 1]));
    }

    Map<String, Integer> packs() {
        return packs;
    }
}
