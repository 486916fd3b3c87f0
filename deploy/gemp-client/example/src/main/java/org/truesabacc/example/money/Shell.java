package org.truesabacc.example.money;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.truesabacc.gemp.CampaignClient;
import org.truesabacc.gemp.ClientSettings;
import org.truesabacc.gemp.Refused;
import org.truesabacc.gemp.Unanswered;
import org.truesabacc.v1.GetWalletRequest;

/**
 * The money desk for the shell: {@code Shell HOST PORT COMMAND...} does each command, and reads them from standard
 * input where there is none. The database is the one that {@code GEMP_DATABASE} names, a JDBC address.
 *
 * <p>With {@code -Dsabacc.stops=true} it stops at every {@link Step}, says which, and goes on after a line of input: the
 * tests kill one side or the other meanwhile.
 */
public final class Shell {
    private static final String USAGE =
            """
            usage: GEMP_DATABASE=jdbc:... Shell HOST PORT [COMMAND]...
              tables                     make the tables
              purse PLAYER SILVER        make a purse
              gain PLAYER SILVER         put silver into a purse, as a reward of GEMP does
              spend PLAYER SILVER        take silver out of it
              deposit ID PLAYER SILVER   hand silver over to the tables; ID is a UUID, or "new"
              withdraw ID PLAYER SILVER  ask for it back
              work                       send and collect
              again                      the same, with what was deferred
              books                      compare the books
              show PLAYER                what he has in the purse and at the tables
              rewards PLAYER             what he was given, but for cards""";

    private final BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final Database database;
    private final CampaignClient service;
    private final MoneyDesk desk;

    private Shell(String jdbc, CampaignClient service) {
        this.database = new Database(() -> DriverManager.getConnection(jdbc));
        this.service = service;
        boolean stops = Boolean.getBoolean("sabacc.stops");
        desk = new MoneyDesk(
                database, service, Reconciler.MOST_MOVEMENTS, stops ? this::stop : Step.Watcher.NOBODY);
    }

    /**
     * Does the commands over plaintext; exit code 0, or 2 for bad arguments.
     *
     * @param args host, port, and commands
     */
    public static void main(String[] args) throws IOException {
        String jdbc = System.getenv("GEMP_DATABASE");
        if (args.length < 2 || jdbc == null) {
            System.err.println(USAGE);
            System.exit(2);
        }
        ClientSettings settings = ClientSettings.plaintext(args[0], Integer.parseInt(args[1]));
        try (CampaignClient service = CampaignClient.open(settings)) {
            Shell shell = new Shell(jdbc, service);
            if (args.length > 2) {
                Arrays.stream(args).skip(2).forEach(shell::show);
            } else {
                for (String line = shell.input.readLine(); line != null; line = shell.input.readLine()) {
                    shell.show(line);
                }
            }
        }
    }

    private void show(String line) {
        say(answer(line.strip().split(" +")));
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private String answer(String[] words) {
        try {
            return done(words);
        } catch (Unanswered | SQLException forNow) {
            return "not now: " + forNow.getMessage();
        } catch (Refused refused) {
            return "refused: " + refused.getMessage();
        } catch (IOException | RuntimeException fault) {
            return "wrong: " + fault;
        }
    }

    private String done(String[] words) throws SQLException, IOException, Refused, Unanswered {
        switch (words[0]) {
            case "tables":
                database.createTables();
                return "done";
            case "purse":
                database.transaction(connection -> CollectionRow.make(connection, words[1], silver(words[2])));
                return "done";
            case "gain":
                return orDone(database.transaction(
                        connection -> Purses.put(connection, words[1], silver(words[2]), "Reward")));
            case "spend":
                return orDone(database.transaction(
                        connection -> Purses.take(connection, words[1], silver(words[2]), "Trade")));
            case "deposit":
                return orDone(desk.deposit(id(words[1]), words[2], silver(words[3])));
            case "withdraw":
                return orDone(desk.withdraw(id(words[1]), words[2], silver(words[3])));
            case "work", "again":
                return desk.round(words[0].equals("again")) ? "quiet" : "not quiet: see the log";
            case "books":
                Reconciler.Report report = desk.compare();
                return report.agrees()
                        ? "the books agree up to posting " + report.through()
                        : "the books differ: " + String.join("; ", report.differences());
            case "show":
                return words[1] + ": " + database.transaction(connection -> Purses.silver(connection, words[1]))
                        + " in the purse, " + wallet(words[1]) + " at the tables";
            case "rewards":
                List<String> given = database.transaction(connection -> Rewards.of(connection, words[1]));
                return given.isEmpty() ? "nothing" : String.join("; ", given);
            default:
                return USAGE;
        }
    }

    private String wallet(String player) throws Refused, Unanswered {
        GetWalletRequest request =
                GetWalletRequest.newBuilder().setPlayer(player).build();
        return Long.toString(service.getWallet(request).getWallet().getBalance().getSilver());
    }

    private static String orDone(Optional<String> whyNot) {
        return whyNot.map(reason -> "refused: " + reason).orElse("done");
    }

    private static int silver(String word) {
        return Integer.parseInt(word);
    }

    private static UUID id(String word) {
        return word.equals("new") ? UUID.randomUUID() : UUID.fromString(word);
    }

    private void stop(Step step) {
        say("at " + step);
        try {
            input.readLine();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
