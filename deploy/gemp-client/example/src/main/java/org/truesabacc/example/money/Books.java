package org.truesabacc.example.money;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.truesabacc.v1.GempMovement;
import org.truesabacc.v1.GempMovementKind;

/** GEMP's books, to be compared with the ledger's: what outbox and inbox say was done. */
final class Books {
    private static final String DEPOSITS = " FROM sabacc_outbox WHERE kind = 'DEPOSIT' AND state = 'DONE'";
    private static final String SETTLEMENTS = " FROM sabacc_inbox WHERE kind = 'SETTLEMENT'";

    /**
     * What is to be compared.
     *
     * @param after number of the ledger's last posting that was compared before
     * @param movements what was not compared before
     * @param deposited all silver that was ever handed over
     * @param applied all silver that was ever put into purses
     */
    record Page(long after, List<GempMovement> movements, long deposited, long applied) {}

    private final Database database;
    private final Step.Watcher watcher;

    Books(Database database, Step.Watcher watcher) {
        this.database = database;
        this.watcher = watcher;
    }

    Page open() throws SQLException {
        return database.transaction(connection -> {
            List<GempMovement> movements = new ArrayList<>();
            read(connection, DEPOSITS, GempMovementKind.GEMP_MOVEMENT_KIND_DEPOSIT, movements);
            read(connection, SETTLEMENTS, GempMovementKind.GEMP_MOVEMENT_KIND_SETTLEMENT, movements);
            return new Page(
                    Cursors.at(connection, Cursors.BOOKS),
                    movements,
                    total(connection, DEPOSITS),
                    total(connection, SETTLEMENTS));
        });
    }

    private static void read(Connection connection, String from, GempMovementKind kind, List<GempMovement> into)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                        "SELECT id, player, amount" + from + " AND compared = 0 ORDER BY id");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                into.add(GempMovement.newBuilder()
                        .setKind(kind)
                        .setId(rows.getString(1))
                        .setPlayer(rows.getString(2))
                        .setAmount(rows.getInt(3))
                        .build());
            }
        }
    }

    private static long total(Connection connection, String from) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT COALESCE(SUM(amount), 0)" + from);
                ResultSet rows = select.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Notes that a page agreed, up to a posting of the ledger. */
    void agreed(Page page, long through) throws SQLException {
        database.transaction(connection -> {
            try (PreparedStatement outbox =
                            connection.prepareStatement("UPDATE sabacc_outbox SET compared = 1 WHERE id = ?");
                    PreparedStatement inbox =
                            connection.prepareStatement("UPDATE sabacc_inbox SET compared = 1 WHERE id = ?")) {
                for (GempMovement movement : page.movements()) {
                    boolean isDeposit = movement.getKind() == GempMovementKind.GEMP_MOVEMENT_KIND_DEPOSIT;
                    PreparedStatement update = isDeposit ? outbox : inbox;
                    update.setString(1, movement.getId());
                    update.addBatch();
                }
                outbox.executeBatch();
                inbox.executeBatch();
            }
            Cursors.moveOn(connection, Cursors.BOOKS, through);
            watcher.reached(Step.BOOKS_WRITTEN);
            return null;
        });
        watcher.reached(Step.BOOKS_COMMITTED);
    }
}
