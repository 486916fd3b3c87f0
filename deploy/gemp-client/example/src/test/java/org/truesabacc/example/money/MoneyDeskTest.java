package org.truesabacc.example.money;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.PreparedStatement;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.truesabacc.gemp.CampaignClient;
import org.truesabacc.gemp.Unanswered;

/** GEMP's side against the real service, on each database that may stand in for GEMP's. */
@ResourceLock(BothSides.LOCK)
@EnabledIfSystemProperty(named = "sabacc.money", matches = ".+", disabledReason = "no databases: see tests/java")
class MoneyDeskTest {
    private static final int MOST = 16_777_215;

    static Stream<BothSides> sides() throws Exception {
        return BothSides.all();
    }

    @ParameterizedTest
    @MethodSource("sides")
    void aDepositReachesTheWalletOnceHoweverOftenItIsAskedForAndSent(BothSides sides) throws Exception {
        try (CampaignClient service = sides.service()) {
            MoneyDesk desk = sides.desk(service);
            String player = sides.player(500);
            UUID id = UUID.randomUUID();
            assertEquals(Optional.empty(), desk.deposit(id, player, 120));
            assertEquals(Optional.empty(), desk.deposit(id, player, 120));
            assertEquals(380, sides.purse(player));
            assertTrue(desk.round(false));
            assertEquals(Optional.empty(), desk.deposit(id, player, 120));
            assertTrue(desk.round(false));
            assertEquals(380, sides.purse(player));
            assertEquals(120, sides.wallet(service, player));
            assertEquals(Errand.State.DONE, desk.find(id).orElseThrow().state());
            assertTrue(desk.deposit(id, player, 121).orElseThrow().contains("was used for something else"));
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void whatAPurseDoesNotHoldIsNotHandedOverAndNothingIsWritten(BothSides sides) throws Exception {
        try (CampaignClient service = sides.service()) {
            MoneyDesk desk = sides.desk(service);
            String player = sides.player(99);
            UUID id = UUID.randomUUID();
            assertEquals(Optional.of("the purse holds 99 silver"), desk.deposit(id, player, 100));
            assertEquals(Optional.of("there is no such purse"), desk.deposit(id, "nobody-at-all", 1));
            assertThrows(IllegalArgumentException.class, () -> desk.deposit(id, player, -100));
            assertEquals(Optional.empty(), desk.find(id));
            assertEquals(99, sides.purse(player));
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void theSilverOfARefusedDepositGoesBackAsSoonAsThePurseHasRoom(BothSides sides) throws Exception {
        try (CampaignClient service = sides.service()) {
            MoneyDesk desk = sides.desk(service);
            String player = sides.player(MOST);
            assertEquals(Optional.empty(), desk.deposit(UUID.randomUUID(), player, MOST));
            assertTrue(desk.round(false));
            assertEquals(MOST, sides.wallet(service, player));

            UUID id = UUID.randomUUID();
            sides.gain(player, 15);
            assertEquals(Optional.empty(), desk.deposit(id, player, 10));
            sides.gain(player, MOST - 5);
            assertEquals(MOST, sides.purse(player));
            desk.round(false);
            assertEquals(Errand.State.RETURNING, desk.find(id).orElseThrow().state());
            assertEquals(MOST, sides.purse(player));

            sides.spend(player, 10);
            desk.round(false);
            Errand refused = desk.find(id).orElseThrow();
            assertEquals(Errand.State.REFUSED, refused.state());
            assertTrue(refused.refusal().contains("NO_ROOM"), refused.refusal());
            assertEquals(MOST, sides.purse(player));
            desk.round(false);
            assertEquals(MOST, sides.purse(player));
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void aSettlementWithoutRoomIsDeferredAndAppliedOnceLater(BothSides sides) throws Exception {
        try (CampaignClient service = sides.service()) {
            MoneyDesk desk = sides.desk(service);
            String player = sides.player(100);
            desk.deposit(UUID.randomUUID(), player, 100);
            assertTrue(desk.round(false));
            sides.gain(player, MOST - 59);

            desk.withdraw(UUID.randomUUID(), player, 60); // the purse would hold 16,777,216
            assertTrue(desk.round(false));
            assertEquals(MOST - 59, sides.purse(player));
            assertEquals(40, sides.wallet(service, player));
            assertTrue(desk.round(true));
            assertEquals(MOST - 59, sides.purse(player));

            sides.spend(player, 1);
            assertTrue(desk.round(false), "before the cursor");
            assertEquals(MOST - 60, sides.purse(player));
            assertTrue(desk.round(true));
            assertEquals(MOST, sides.purse(player));
            assertTrue(desk.round(true));
            assertEquals(MOST, sides.purse(player));
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void whatIsNotInTheWalletIsNotWithdrawn(BothSides sides) throws Exception {
        try (CampaignClient service = sides.service()) {
            MoneyDesk desk = sides.desk(service);
            String player = sides.player(10);
            UUID id = UUID.randomUUID();
            assertEquals(Optional.empty(), desk.withdraw(id, player, 1));
            assertTrue(desk.round(false));
            assertEquals(Errand.State.REFUSED, desk.find(id).orElseThrow().state());
            assertEquals(10, sides.purse(player));
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void silverWaitsInTheOutboxWhileTheServiceIsAway(BothSides sides) throws Exception {
        String player = sides.player(50);
        UUID id = UUID.randomUUID();
        try (CampaignClient nobody = BothSides.serviceThatIsAway()) {
            MoneyDesk desk = sides.desk(nobody);
            desk.deposit(id, player, 50);
            assertThrows(Unanswered.class, () -> desk.round(false));
            assertEquals(Errand.State.WAITING, desk.find(id).orElseThrow().state());
        }
        try (CampaignClient service = sides.service()) {
            assertTrue(sides.desk(service).round(false));
            assertEquals(50, sides.wallet(service, player));
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void twoWorkersAtOnceDoEverythingOnce(BothSides sides) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (CampaignClient one = sides.service();
                CampaignClient other = sides.service()) {
            String player = sides.player(1000);
            List<MoneyDesk> desks = List.of(sides.desk(one), sides.desk(other));
            for (int number = 0; number < 5; number++) {
                desks.get(0).deposit(UUID.randomUUID(), player, 100);
            }
            inParallel(threads, desks);
            for (int number = 0; number < 5; number++) {
                desks.get(1).withdraw(UUID.randomUUID(), player, 30);
            }
            inParallel(threads, desks);
            inParallel(threads, desks);
            assertEquals(650, sides.purse(player));
            assertEquals(350, sides.wallet(one, player));
        } finally {
            threads.shutdownNow();
        }
    }

    private static void inParallel(ExecutorService threads, List<MoneyDesk> desks) throws Exception {
        List<Future<Boolean>> rounds =
                desks.stream().map(desk -> threads.submit(() -> desk.round(true))).toList();
        for (Future<Boolean> round : rounds) {
            assertTrue(round.get());
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void theBooksAgreePageByPageAndADifferenceIsToldUntilItIsPutRight(BothSides sides) throws Exception {
        try (CampaignClient service = sides.service()) {
            MoneyDesk desk = new MoneyDesk(sides.database(), service, 2, Step.Watcher.NOBODY);
            String player = sides.player(1000);
            UUID id = UUID.randomUUID();
            desk.deposit(id, player, 300);
            for (int number = 0; number < 4; number++) {
                desk.deposit(UUID.randomUUID(), player, 10);
                desk.withdraw(UUID.randomUUID(), player, 7);
            }
            assertTrue(desk.round(true));

            change(sides, id, 301);
            for (int times = 0; times < 2; times++) {
                List<String> differences = desk.compare().differences();
                assertEquals(2, differences.size(), differences.toString());
                assertTrue(differences.get(0).startsWith("AMOUNT " + id), differences.toString());
                assertTrue(differences.get(1).startsWith("all that was deposited: "), differences.toString());
            }
            assertEquals(1000 - 340 + 28, sides.purse(player), "nothing is put right");

            change(sides, id, 300);
            Reconciler.Report agreed = desk.compare();
            assertEquals(List.of(), agreed.differences());
            assertEquals(agreed, desk.compare());
            assertFalse(agreed.through() == 0);
        }
    }

    private static void change(BothSides sides, UUID id, int amount) throws Exception {
        sides.database().transaction(connection -> {
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE sabacc_outbox SET amount = ? WHERE id = ?")) {
                update.setInt(1, amount);
                update.setString(2, id.toString());
                return update.executeUpdate();
            }
        });
    }
}
