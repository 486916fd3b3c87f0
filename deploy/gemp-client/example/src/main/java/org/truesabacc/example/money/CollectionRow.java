package org.truesabacc.example.money;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A player's row of {@code collection}, locked until the transaction ends: his purse and his cards.
 *
 * <p>In GEMP whatever changes it is a method of {@code CollectionsManager} that holds its write lock from before the
 * transaction until the cached collection was thrown away after it: the cache would show what was there before.
 *
 * @param id its key
 * @param collection what GEMP's {@code CollectionSerializer} wrote
 */
record CollectionRow(int id, byte[] collection) {
    /** GEMP's {@code CollectionType.MY_CARDS}: the collection that is a player's purse. */
    static final String TYPE = "permanent";

    /** What whoever asks is told where there is none. */
    static final String NONE = "there is no such purse";

    /** GEMP's table lets a player have two collections of one type; then nobody knows which is his purse. */
    static Optional<CollectionRow> locked(Connection connection, String player) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT c.id, c.collection FROM collection c"
                + " JOIN player p ON p.id = c.player_id WHERE p.name = ? AND c.type = ? ORDER BY c.id FOR UPDATE")) {
            select.setString(1, player);
            select.setString(2, TYPE);
            try (ResultSet rows = select.executeQuery()) {
                Optional<CollectionRow> found = rows.next()
                        ? Optional.of(new CollectionRow(rows.getInt(1), rows.getBytes(2)))
                        : Optional.empty();
                if (rows.next()) {
                    throw new SQLException("a player has two collections of the type " + TYPE);
                }
                return found;
            }
        }
    }

    /** Makes a player with a purse and no cards; GEMP does so when he registers. */
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

    /** Writes what it holds from now on. */
    void write(Connection connection, byte[] changed) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE collection SET collection = ? WHERE id = ?")) {
            update.setBytes(1, changed);
            update.setInt(2, id);
            update.executeUpdate();
        }
    }
}
