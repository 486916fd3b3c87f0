package org.truesabacc.example.money;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.truesabacc.gemp.CampaignClient;
import org.truesabacc.gemp.ClientSettings;
import org.truesabacc.v1.GetWalletRequest;

/**
 * A database of GEMP's and the service that belongs to it; what the tests do there stays, on both sides.
 *
 * @param port the service's, on the loopback
 * @param jdbc the database's address
 */
record BothSides(int port, String jdbc) {
    /** Each line of the file that {@code sabacc.money} names: port and address. */
    static Stream<BothSides> all() throws Exception {
        return Files.readAllLines(Path.of(System.getProperty("sabacc.money"))).stream()
                .map(line -> line.split(" ", 2))
                .map(words -> new BothSides(Integer.parseInt(words[0]), words[1]));
    }

    CampaignClient service() {
        return opened(port, Duration.ofSeconds(60));
    }

    static CampaignClient serviceThatIsAway() {
        return opened(1, Duration.ofMillis(300));
    }

    private static CampaignClient opened(int port, Duration deadline) {
        return CampaignClient.open(ClientSettings.plaintext("127.0.0.1", port)
                .withTimes(deadline, Duration.ofSeconds(120), Duration.ofSeconds(10)));
    }

    Database database() throws Exception {
        Database database = new Database(() -> DriverManager.getConnection(jdbc));
        database.createTables();
        return database;
    }

    MoneyDesk desk(CampaignClient service) throws Exception {
        return new MoneyDesk(database(), service);
    }

    /** A new player with a purse. */
    String player(int silver) throws Exception {
        String player = "p-" + UUID.randomUUID();
        database().transaction(connection -> Purses.make(connection, player, silver));
        return player;
    }

    int purse(String player) throws Exception {
        return database().transaction(connection -> Purses.silver(connection, player));
    }

    void gain(String player, int silver) throws Exception {
        expectDone(database().transaction(connection -> Purses.put(connection, player, silver, "Reward")));
    }

    void spend(String player, int silver) throws Exception {
        expectDone(database().transaction(connection -> Purses.take(connection, player, silver, "Trade")));
    }

    private static void expectDone(Optional<String> whyNot) throws SQLException {
        if (whyNot.isPresent()) {
            throw new SQLException(whyNot.get());
        }
    }

    long wallet(CampaignClient service, String player) throws Exception {
        return service.wallet(GetWalletRequest.newBuilder().setPlayer(player).build())
                .getWallet()
                .getBalance()
                .getSilver();
    }

    @Override
    public String toString() {
        return jdbc.split(":")[1]; // never the password
    }
}
