package org.truesabacc.example;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.truesabacc.gemp.Outcome.Broken;

/** The table of broken ties; in GEMP a table of the database, with the key as its primary key. */
final class TieTable {
    /**
     * A tie's key.
     *
     * @param event a tournament's id or a league's type
     * @param round the last round
     * @param players sorted by name
     */
    record Key(String event, int round, List<String> players) {
        Key {
            players = players.stream().sorted().toList();
        }
    }

    private final Map<Key, Broken> rows = new ConcurrentHashMap<>();

    Optional<Broken> find(Key key) {
        return Optional.ofNullable(rows.get(key));
    }

    /** Stores an answer; the first one stays. */
    Broken store(Key key, Broken broken) {
        Broken earlier = rows.putIfAbsent(key, broken);
        return earlier == null ? broken : earlier;
    }
}
