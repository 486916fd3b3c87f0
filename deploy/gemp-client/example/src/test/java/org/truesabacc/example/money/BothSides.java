package org.truesabacc.example.money;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.truesabacc.gemp.CampaignClient;
import org.truesabacc.gemp.ClientSettings;
import org.truesabacc.v1.AnswerLessonRequest;
import org.truesabacc.v1.CampaignServiceGrpc;
import org.truesabacc.v1.CampaignServiceGrpc.CampaignServiceBlockingStub;
import org.truesabacc.v1.GetLadderRequest;
import org.truesabacc.v1.GetWalletRequest;
import org.truesabacc.v1.Grant;
import org.truesabacc.v1.LadderLesson;
import org.truesabacc.v1.ListGrantsRequest;
import org.truesabacc.v1.ListGrantsResponse;

/**
 * A database of GEMP's and the service that belongs to it; what the tests do there stays, on both sides.
 *
 * @param port the service's, on the loopback
 * @param jdbc the database's address
 */
record BothSides(int port, String jdbc) {
    /** A worker does everybody's work: classes of tests that look at what is half done must run one after the other. */
    static final String LOCK = "both sides";

    /** Each line of the file that {@code sabacc.money} names: port and address. */
    static Stream<BothSides> all() throws Exception {
        return Files.readAllLines(Path.of(System.getProperty("sabacc.money"))).stream()
                .map(line -> line.split(" ", 2))
                .map(words -> new BothSides(Integer.parseInt(words[0]), words[1]));
    }

    CampaignClient service() {
        return opened(port, Duration.ofSeconds(120));
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
        make(player, silver);
        return player;
    }

    void make(String player, int silver) throws Exception {
        database().transaction(connection -> CollectionRow.make(connection, player, silver));
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
        return service.getWallet(GetWalletRequest.newBuilder().setPlayer(player).build())
                .getWallet()
                .getBalance()
                .getSilver();
    }

    /** Has a player answer all lessons: one answer after the other, until it is right. */
    void learn(String player) {
        ManagedChannel channel = Grpc.newChannelBuilder("127.0.0.1:" + port, InsecureChannelCredentials.create())
                .build();
        try {
            CampaignServiceBlockingStub calls =
                    CampaignServiceGrpc.newBlockingStub(channel).withDeadlineAfter(120, TimeUnit.SECONDS);
            for (LadderLesson lesson :
                    calls.getLadder(GetLadderRequest.getDefaultInstance()).getLessonsList()) {
                AnswerLessonRequest.Builder asked =
                        AnswerLessonRequest.newBuilder().setPlayer(player).setLesson(lesson.getKey());
                assertTrue(lesson.getAnswersList().stream()
                        .anyMatch(answer -> calls.answerLesson(
                                        asked.setAnswer(answer).build())
                                .getRight()));
            }
        } finally {
            channel.shutdownNow();
        }
    }

    /** The one grant that a player has. */
    Grant grant(CampaignClient service, String player) throws Exception {
        List<Grant> found = new ArrayList<>();
        ListGrantsResponse page = ListGrantsResponse.getDefaultInstance();
        do {
            page = service.listGrants(ListGrantsRequest.newBuilder()
                    .setAfter(page.getNextAfter())
                    .setIncludeApplied(true)
                    .build());
            page.getGrantsList().stream()
                    .filter(grant -> grant.getPlayer().equals(player))
                    .forEach(found::add);
        } while (page.getMore());
        assertEquals(1, found.size());
        return found.get(0);
    }

    List<String> rewards(String player) throws Exception {
        return database().transaction(connection -> Rewards.of(connection, player));
    }

    int cards(String player, String blueprintId) throws Exception {
        return database()
                .transaction(connection -> CollectionCards.count(
                        CollectionRow.locked(connection, player).orElseThrow().collection(), blueprintId));
    }

    /** Makes a card the only one of a collection, so many times; trades do so. */
    void hold(String player, String blueprintId, int count) throws Exception {
        byte[] collection = CollectionCards.withOneMore(CollectionBytes.withoutCards(0), blueprintId);
        collection[collection.length - 3] = (byte) count;
        database().transaction(connection -> {
            CollectionRow.locked(connection, player).orElseThrow().write(connection, collection);
            return null;
        });
    }

    /** The silver and the cards of each row of {@code transfer}. */
    List<String> transfers(String player) throws Exception {
        return strings("SELECT CONCAT(currency, ' silver, ', collection) FROM transfer WHERE player = ?", player);
    }

    /** How many rows the inbox has of an id. */
    int applied(String id) throws Exception {
        return strings("SELECT player FROM sabacc_inbox WHERE id = ?", id).size();
    }

    private List<String> strings(String query, String value) throws Exception {
        return database().transaction(connection -> {
            try (PreparedStatement select = connection.prepareStatement(query)) {
                select.setString(1, value);
                List<String> found = new ArrayList<>();
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        found.add(rows.getString(1));
                    }
                }
                return found;
            }
        });
    }

    @Override
    public String toString() {
        return jdbc.split(":")[1]; // never the password
    }
}
