package org.truesabacc.example.money;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * GEMP's database, in whole transactions. GEMP's own {@code DbAccess} leaves auto-commit on, so that a crash between two
 * statements loses the second; here it is off, and a piece of work is there as a whole or not at all.
 */
final class Database {
    /** What is done inside one transaction: statements, and never a call to the service. */
    interface Work<T> {
        T in(Connection connection) throws SQLException;
    }

    /** Where connections come from: {@code dataSource::getConnection}, for instance. */
    interface Source {
        Connection open() throws SQLException;
    }

    /** A deadlock, or what comes to the same: nothing was done, and the same work may be done again. */
    private static final String SERIALIZATION_FAILURE = "40";

    private static final String INTEGRITY = "23";
    private static final int MOST_TRIES = 5;

    private final Source source;

    Database(Source source) {
        this.source = source;
    }

    /**
     * Does a piece of work in one transaction.
     *
     * @throws SQLException nothing of it was done; or, where the connection broke at the commit, all of it or nothing.
     *     Whoever repeats it needs not know which: ids keep it from being done twice.
     */
    <T> T transaction(Work<T> work) throws SQLException {
        for (int tries = 1; ; tries++) {
            try {
                return once(work);
            } catch (SQLException fault) {
                if (!hasState(fault, SERIALIZATION_FAILURE) || tries == MOST_TRIES) {
                    throw fault;
                }
            }
        }
    }

    private <T> T once(Work<T> work) throws SQLException {
        try (Connection connection = source.open()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            try {
                T done = work.in(connection);
                connection.commit();
                return done;
            } catch (Throwable fault) {
                try {
                    connection.rollback();
                } catch (SQLException alsoBroken) {
                    fault.addSuppressed(alsoBroken);
                }
                throw fault;
            }
        }
    }

    /** Whether a row with the same key was there already. */
    static boolean isTaken(SQLException fault) {
        return hasState(fault, INTEGRITY);
    }

    private static boolean hasState(SQLException fault, String kind) {
        return fault.getSQLState() != null && fault.getSQLState().startsWith(kind);
    }

    /** Makes the tables where they are missing. */
    void createTables() throws SQLException, IOException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            for (String command : script(connection).split(";\\s*\n")) {
                if (!command.isBlank()) {
                    statement.execute(command);
                }
            }
        }
    }

    private static String script(Connection connection) throws SQLException, IOException {
        String kind = connection.getMetaData().getDatabaseProductName();
        String name = kind.equals("PostgreSQL") ? "postgresql.sql" : "mariadb.sql";
        try (InputStream script = Database.class.getResourceAsStream(name)) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
