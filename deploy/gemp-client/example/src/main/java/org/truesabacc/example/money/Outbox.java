package org.truesabacc.example.money;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The table {@code sabacc_outbox}. */
final class Outbox {
    private static final String COLUMNS = "id, kind, player, amount, state, refusal";
    private static final int LONGEST_REFUSAL = 400;

    private final Database database;
    private final Step.Watcher watcher;

    Outbox(Database database, Step.Watcher watcher) {
        this.database = database;
        this.watcher = watcher;
    }

    /**
     * Writes an errand, and takes the silver of a deposit out of the purse, in one transaction. Asked again under the same
     * id it does nothing: somebody whose connection broke may ask until he knows.
     *
     * @return why not, or nothing
     */
    Optional<String> write(Errand errand) throws SQLException {
        try {
            Optional<String> refusal = database.transaction(connection -> writeIn(connection, errand));
            if (refusal.isEmpty()) {
                watcher.reached(Step.ASK_COMMITTED);
            }
            return refusal;
        } catch (SQLException fault) {
            Optional<Errand> earlier = Database.isTaken(fault) ? find(errand.id()) : Optional.empty();
            if (earlier.isEmpty()) {
                throw fault;
            }
            return earlier.get().asksTheSameAs(errand)
                    ? Optional.empty()
                    : Optional.of("the id " + errand.id() + " was used for something else");
        }
    }

    private Optional<String> writeIn(Connection connection, Errand errand) throws SQLException {
        insert(connection, errand);
        if (errand.kind() == Errand.Kind.DEPOSIT) {
            Optional<String> refusal = Purses.take(connection, errand.player(), errand.amount(), errand.reason());
            if (refusal.isPresent()) {
                connection.rollback(); // the errand's row too
                return refusal;
            }
        }
        watcher.reached(Step.ASK_WRITTEN);
        return Optional.empty();
    }

    private static void insert(Connection connection, Errand errand) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO sabacc_outbox (" + COLUMNS
                + ", compared, asked_at) VALUES (?, ?, ?, ?, ?, ?, 0, ?)")) {
            insert.setString(1, errand.id().toString());
            insert.setString(2, errand.kind().name());
            insert.setString(3, errand.player());
            insert.setInt(4, errand.amount());
            insert.setString(5, errand.state().name());
            insert.setString(6, errand.refusal());
            insert.setLong(7, System.currentTimeMillis());
            insert.executeUpdate();
        }
    }

    Optional<Errand> find(UUID id) throws SQLException {
        return database.transaction(connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT " + COLUMNS + " FROM sabacc_outbox WHERE id = ?")) {
                select.setString(1, id.toString());
                return read(select).stream().findFirst();
            }
        });
    }

    /** Errands that somebody has to do something about, the oldest first. */
    List<Errand> open() throws SQLException {
        return database.transaction(connection -> {
            try (PreparedStatement select = connection.prepareStatement("SELECT " + COLUMNS
                    + " FROM sabacc_outbox WHERE state IN ('WAITING', 'RETURNING') ORDER BY asked_at, id")) {
                return read(select);
            }
        });
    }

    /** Notes that the ledger has written it. */
    void done(Errand errand) throws SQLException {
        database.transaction(connection -> {
            if (isOpen(connection, errand)) {
                move(connection, errand, Errand.State.DONE, "");
            }
            watcher.reached(Step.ANSWER_WRITTEN);
            return null;
        });
        watcher.reached(Step.ANSWER_COMMITTED);
    }

    /**
     * Notes that the ledger has refused it, and puts the silver of a deposit back into the purse, in one transaction.
     * Where the purse has no room for it any more, the silver stays with the errand, to be returned later.
     */
    void refused(Errand errand, String refusal) throws SQLException {
        String words = refusal.substring(0, Math.min(refusal.length(), LONGEST_REFUSAL));
        database.transaction(connection -> {
            if (isOpen(connection, errand)) {
                boolean isBack = errand.kind() == Errand.Kind.WITHDRAWAL
                        || Purses.put(connection, errand.player(), errand.amount(), errand.reasonOfReturn())
                                .isEmpty();
                move(connection, errand, isBack ? Errand.State.REFUSED : Errand.State.RETURNING, words);
            }
            watcher.reached(Step.RETURN_WRITTEN);
            return null;
        });
        watcher.reached(Step.RETURN_COMMITTED);
    }

    /** Whether nobody has ended an errand meanwhile; its row is locked until the transaction ends. */
    private static boolean isOpen(Connection connection, Errand errand) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT id FROM sabacc_outbox WHERE id = ? AND state IN ('WAITING', 'RETURNING') FOR UPDATE")) {
            select.setString(1, errand.id().toString());
            try (ResultSet rows = select.executeQuery()) {
                return rows.next();
            }
        }
    }

    private static void move(Connection connection, Errand errand, Errand.State state, String refusal)
            throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE sabacc_outbox SET state = ?, refusal = ? WHERE id = ?")) {
            update.setString(1, state.name());
            update.setString(2, refusal);
            update.setString(3, errand.id().toString());
            update.executeUpdate();
        }
    }

    private static List<Errand> read(PreparedStatement select) throws SQLException {
        List<Errand> asks = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                asks.add(new Errand(
                        UUID.fromString(rows.getString(1)),
                        Errand.Kind.valueOf(rows.getString(2)),
                        rows.getString(3),
                        rows.getInt(4),
                        Errand.State.valueOf(rows.getString(5)),
                        rows.getString(6)));
            }
        }
        return asks;
    }
}
