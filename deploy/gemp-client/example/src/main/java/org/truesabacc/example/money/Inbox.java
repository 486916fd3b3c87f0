package org.truesabacc.example.money;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.truesabacc.v1.Grant;
import org.truesabacc.v1.Settlement;

/** The table {@code sabacc_inbox}: what came from the service and was applied, each once by its id. */
final class Inbox {
    /** A row, as far as it tells what was applied; the silver is 0 for a reward. */
    private record Row(String id, Coming kind, String player, int amount) {}

    /** What is done with the row in one transaction; it returns why not, or nothing. */
    private interface Effect {
        Optional<String> in(Connection connection) throws SQLException;
    }

    private final Database database;
    private final Step.Watcher watcher;

    Inbox(Database database, Step.Watcher watcher) {
        this.database = database;
        this.watcher = watcher;
    }

    /**
     * Puts a settlement into its purse: the row of the inbox, the purse and the row of {@code transfer} in one
     * transaction.
     *
     * @return why it cannot be put there now, or nothing where it is there
     */
    Optional<String> apply(Settlement settlement) throws SQLException {
        long amount = settlement.getAmount().getSilver();
        if (amount < 1 || amount > CollectionBytes.MOST) {
            return Optional.of(amount + " silver fit into no purse");
        }
        Row row = new Row(settlement.getSettlementId(), Coming.SETTLEMENT, settlement.getPlayer(), (int) amount);
        String reason = "Sabacc settlement " + row.id;
        return once(row, connection -> Purses.put(connection, row.player, row.amount, reason));
    }

    /**
     * Gives a reward: the row of the inbox, and cards with their row of {@code transfer} or the rows of {@code
     * sabacc_reward}, in one transaction.
     *
     * @return why it cannot be given now, or nothing where it is given
     */
    Optional<String> apply(Grant grant) throws SQLException {
        Row row = new Row(grant.getGrantId(), Coming.GRANT, grant.getPlayer(), 0);
        return once(row, connection -> Rewards.give(connection, grant));
    }

    /** Whoever finds the row of the inbox there already has nothing left to do. */
    private Optional<String> once(Row row, Effect effect) throws SQLException {
        try {
            Optional<String> refusal = database.transaction(connection -> onceIn(connection, row, effect));
            if (refusal.isEmpty()) {
                watcher.reached(row.kind.committed);
            }
            return refusal;
        } catch (SQLException fault) {
            if (Database.isTaken(fault) && isThere(row)) {
                return Optional.empty();
            }
            throw fault;
        }
    }

    private Optional<String> onceIn(Connection connection, Row row, Effect effect) throws SQLException {
        insert(connection, row);
        Optional<String> refusal = effect.in(connection);
        if (refusal.isPresent()) {
            connection.rollback(); // the row of the inbox too: it would say that it is done
            return refusal;
        }
        watcher.reached(row.kind.written);
        return Optional.empty();
    }

    /** Other constraints than the key may be violated too; and only the very same thing is done. */
    private boolean isThere(Row row) throws SQLException {
        return database.transaction(connection -> {
            try (PreparedStatement select = connection.prepareStatement(
                    "SELECT id FROM sabacc_inbox WHERE id = ? AND kind = ? AND player = ? AND amount = ?")) {
                select.setString(1, row.id);
                select.setString(2, row.kind.name());
                select.setString(3, row.player);
                select.setInt(4, row.amount);
                try (ResultSet rows = select.executeQuery()) {
                    return rows.next();
                }
            }
        });
    }

    private static void insert(Connection connection, Row row) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO sabacc_inbox"
                + " (id, kind, player, amount, compared, applied_at) VALUES (?, ?, ?, ?, 0, ?)")) {
            insert.setString(1, row.id);
            insert.setString(2, row.kind.name());
            insert.setString(3, row.player);
            insert.setInt(4, row.amount);
            insert.setLong(5, System.currentTimeMillis());
            insert.executeUpdate();
        }
    }
}
