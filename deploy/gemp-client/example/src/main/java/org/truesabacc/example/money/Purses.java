package org.truesabacc.example.money;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The silver in players' collections. Every movement is a part of somebody's transaction, and writes its row of {@code
 * transfer} in the same one.
 */
final class Purses {
    private Purses() {}

    /** Takes silver out of a purse; returns why not, or nothing. */
    static Optional<String> take(Connection connection, String player, int amount, String reason) throws SQLException {
        requireSome(amount);
        Optional<CollectionRow> purse = CollectionRow.locked(connection, player);
        if (purse.isEmpty()) {
            return Optional.of(CollectionRow.NONE);
        }
        int silver = CollectionBytes.currency(purse.get().collection());
        if (silver < amount) {
            return Optional.of("the purse holds " + silver + " silver");
        }
        write(connection, purse.get(), silver - amount);
        Transfers.log(connection, player, Transfers.Direction.FROM, reason, amount, "");
        return Optional.empty();
    }

    /** Puts silver into a purse; returns why not, or nothing. */
    static Optional<String> put(Connection connection, String player, int amount, String reason) throws SQLException {
        requireSome(amount);
        Optional<CollectionRow> purse = CollectionRow.locked(connection, player);
        if (purse.isEmpty()) {
            return Optional.of(CollectionRow.NONE);
        }
        int silver = CollectionBytes.currency(purse.get().collection());
        if (amount > CollectionBytes.MOST - silver) {
            return Optional.of("the purse holds " + silver + " silver and may hold " + CollectionBytes.MOST);
        }
        write(connection, purse.get(), silver + amount);
        Transfers.log(connection, player, Transfers.Direction.TO, reason, amount, "");
        return Optional.empty();
    }

    /** What a purse holds. */
    static int silver(Connection connection, String player) throws SQLException {
        return CollectionBytes.currency(CollectionRow.locked(connection, player)
                .orElseThrow(() -> new SQLException(CollectionRow.NONE))
                .collection());
    }

    /** GEMP's own methods take a negative amount as the opposite. */
    private static void requireSome(int amount) {
        if (amount < 1) {
            throw new IllegalArgumentException(amount + " silver, expected 1 or more");
        }
    }

    private static void write(Connection connection, CollectionRow purse, int silver) throws SQLException {
        purse.write(connection, CollectionBytes.withCurrency(purse.collection(), silver));
    }
}
