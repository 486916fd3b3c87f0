package org.truesabacc.example.money;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The silver in players' collections. Every movement is a part of somebody's transaction, and writes its row of {@code
 * transfer} in the same one.
 *
 * <p>In GEMP this is a method of {@code CollectionsManager} that holds its write lock from before the transaction until
 * the cached collection was thrown away after it: the cache would show what was there before.
 */
final class Purses {
    /** GEMP's {@code CollectionType.MY_CARDS}: the collection that is a player's purse. */
    static final String TYPE = "permanent";

    /** A row of {@code collection}, locked until the transaction ends. */
    private record Purse(int id, byte[] collection) {
        int silver() {
            return CollectionBytes.currency(collection);
        }
    }

    private Purses() {}

    /** Takes silver out of a purse; returns why not, or nothing. */
    static Optional<String> take(Connection connection, String player, int amount, String reason) throws SQLException {
        requireSome(amount);
        Purse purse = locked(connection, player);
        if (purse == null) {
            return Optional.of("there is no such purse");
        }
        if (purse.silver() < amount) {
            return Optional.of("the purse holds " + purse.silver() + " silver");
        }
        write(connection, purse, purse.silver() - amount);
        log(connection, player, amount, reason, "from");
        return Optional.empty();
    }

    /** Puts silver into a purse; returns why not, or nothing. */
    static Optional<String> put(Connection connection, String player, int amount, String reason) throws SQLException {
        requireSome(amount);
        Purse purse = locked(connection, player);
        if (purse == null) {
            return Optional.of("there is no such purse");
        }
        if (amount > CollectionBytes.MOST - purse.silver()) {
            return Optional.of("the purse holds " + purse.silver() + " silver and may hold " + CollectionBytes.MOST);
        }
        write(connection, purse, purse.silver() + amount);
        log(connection, player, amount, reason, "to");
        return Optional.empty();
    }

    /** Makes a player with a purse; GEMP does so when he registers. */
    static Void make(Connection connection, String player, int silver) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO player (name) VALUES (?)")) {
            insert.setString(1, player);
            insert.executeUpdate();
        }
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO collection (player_id, type, collection) SELECT id, ?, ? FROM player WHERE name = ?")) {
            insert.setString(1, TYPE);
            insert.setBytes(2, CollectionBytes.withoutCards(silver));
            insert.setString(3, player);
            insert.executeUpdate();
        }
        return null;
    }

    /** What a purse holds. */
    static int silver(Connection connection, String player) throws SQLException {
        Purse purse = locked(connection, player);
        if (purse == null) {
            throw new SQLException("there is no such purse");
        }
        return purse.silver();
    }

    /** GEMP's own methods take a negative amount as the opposite. */
    private static void requireSome(int amount) {
        if (amount < 1) {
            throw new IllegalArgumentException(amount + " silver, expected 1 or more");
        }
    }

    /** GEMP's table lets a player have two collections of one type; then nobody knows which is his purse. */
    private static Purse locked(Connection connection, String player) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT c.id, c.collection FROM collection c"
                + " JOIN player p ON p.id = c.player_id WHERE p.name = ? AND c.type = ? ORDER BY c.id FOR UPDATE")) {
            select.setString(1, player);
            select.setString(2, TYPE);
            try (ResultSet rows = select.executeQuery()) {
                Purse found = rows.next() ? new Purse(rows.getInt(1), rows.getBytes(2)) : null;
                if (rows.next()) {
                    throw new SQLException("a player has two collections of the type " + TYPE);
                }
                return found;
            }
        }
    }

    private static void write(Connection connection, Purse purse, int silver) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE collection SET collection = ? WHERE id = ?")) {
            update.setBytes(1, CollectionBytes.withCurrency(purse.collection, silver));
            update.setInt(2, purse.id);
            update.executeUpdate();
        }
    }

    private static void log(Connection connection, String player, int amount, String reason, String direction)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO transfer"
                + " (notify, player, reason, name, currency, collection, transfer_date, direction)"
                + " VALUES (1, ?, ?, 'My cards', ?, '', ?, ?)")) {
            insert.setString(1, player);
            insert.setString(2, reason);
            insert.setInt(3, amount);
            insert.setLong(4, System.currentTimeMillis());
            insert.setString(5, direction);
            insert.executeUpdate();
        }
    }
}
