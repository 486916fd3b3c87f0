package org.truesabacc.example.money;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.truesabacc.v1.Settlement;

/** The table {@code sabacc_inbox}: what came from the service and was applied, each once by its id. */
final class Inbox {
    static final String SETTLEMENT = "SETTLEMENT";

    private final Database database;
    private final Step.Watcher watcher;

    Inbox(Database database, Step.Watcher watcher) {
        this.database = database;
        this.watcher = watcher;
    }

    /**
     * Puts a settlement into its purse: the row of the inbox, the purse and the row of {@code transfer} in one
     * transaction. Whoever finds the row of the inbox there already has nothing left to do.
     *
     * @return why it cannot be put there now, or nothing where it is there
     */
    Optional<String> apply(Settlement settlement) throws SQLException {
        try {
            Optional<String> refusal = database.transaction(connection -> applyIn(connection, settlement));
            if (refusal.isEmpty()) {
                watcher.reached(Step.SETTLEMENT_COMMITTED);
            }
            return refusal;
        } catch (SQLException fault) {
            if (Database.isTaken(fault) && isThere(settlement)) {
                return Optional.empty();
            }
            throw fault;
        }
    }

    private Optional<String> applyIn(Connection connection, Settlement settlement) throws SQLException {
        long amount = settlement.getAmount().getSilver();
        if (amount < 1 || amount > CollectionBytes.MOST) {
            return Optional.of(amount + " silver fit into no purse");
        }
        insert(connection, SETTLEMENT, settlement.getSettlementId(), settlement.getPlayer(), (int) amount);
        String reason = "Sabacc settlement " + settlement.getSettlementId();
        Optional<String> refusal = Purses.put(connection, settlement.getPlayer(), (int) amount, reason);
        if (refusal.isPresent()) {
            connection.rollback(); // the row of the inbox too: it would say that the silver is there
            return refusal;
        }
        watcher.reached(Step.SETTLEMENT_WRITTEN);
        return Optional.empty();
    }

    /** Other constraints than the key may be violated too; and only the very same settlement is done. */
    private boolean isThere(Settlement settlement) throws SQLException {
        return database.transaction(connection -> {
            try (PreparedStatement select = connection.prepareStatement(
                    "SELECT id FROM sabacc_inbox WHERE id = ? AND kind = ? AND player = ? AND amount = ?")) {
                select.setString(1, settlement.getSettlementId());
                select.setString(2, SETTLEMENT);
                select.setString(3, settlement.getPlayer());
                select.setLong(4, settlement.getAmount().getSilver());
                try (ResultSet rows = select.executeQuery()) {
                    return rows.next();
                }
            }
        });
    }

    private static void insert(Connection connection, String kind, String id, String player, int amount)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO sabacc_inbox"
                + " (id, kind, player, amount, compared, applied_at) VALUES (?, ?, ?, ?, 0, ?)")) {
            insert.setString(1, id);
            insert.setString(2, kind);
            insert.setString(3, player);
            insert.setInt(4, amount);
            insert.setLong(5, System.currentTimeMillis());
            insert.executeUpdate();
        }
    }
}
