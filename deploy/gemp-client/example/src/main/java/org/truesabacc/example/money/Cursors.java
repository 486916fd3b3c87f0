package org.truesabacc.example.money;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The table {@code sabacc_cursor}: how far each list of the service was read. */
final class Cursors {
    /** Number of the last settlement that was acknowledged, one way or the other. */
    static final String SETTLEMENTS = "settlements";
    /** Number of the last reward that was acknowledged, one way or the other. */
    static final String GRANTS = "grants";
    /** Number of the last posting up to which the books agreed. */
    static final String BOOKS = "books";

    private Cursors() {}

    /** Where a list was left; the script that makes the table begins each at 0. */
    static long at(Connection connection, String name) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT number FROM sabacc_cursor WHERE name = ?")) {
            select.setString(1, name);
            try (ResultSet rows = select.executeQuery()) {
                if (!rows.next()) {
                    throw new SQLException("sabacc_cursor has no row " + name);
                }
                return rows.getLong(1);
            }
        }
    }

    /** Moves a cursor on, and never back. */
    static void moveOn(Connection connection, String name, long number) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE sabacc_cursor SET number = ? WHERE name = ? AND number < ?")) {
            update.setLong(1, number);
            update.setString(2, name);
            update.setLong(3, number);
            update.executeUpdate();
        }
    }
}
