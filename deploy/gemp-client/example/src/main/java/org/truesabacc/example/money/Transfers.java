package org.truesabacc.example.money;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** GEMP's table {@code transfer}: what came into a collection and what went out of it, to be shown to its player. */
final class Transfers {
    /** Which way. */
    enum Direction {
        FROM,
        TO;

        String word() {
            return this == FROM ? "from" : "to";
        }
    }

    private Transfers() {}

    /**
     * Writes a row.
     *
     * @param items cards as GEMP writes them here, "1x6_65," each; empty for none
     */
    static void log(
            Connection connection, String player, Direction direction, String reason, int silver, String items)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO transfer"
                + " (notify, player, reason, name, currency, collection, transfer_date, direction)"
                + " VALUES (1, ?, ?, 'My cards', ?, ?, ?, ?)")) {
            insert.setString(1, player);
            insert.setString(2, reason);
            insert.setInt(3, silver);
            insert.setString(4, items);
            insert.setLong(5, System.currentTimeMillis());
            insert.setString(6, direction.word());
            insert.executeUpdate();
        }
    }
}
