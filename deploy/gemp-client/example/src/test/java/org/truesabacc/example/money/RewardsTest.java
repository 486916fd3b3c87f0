package org.truesabacc.example.money;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.truesabacc.gemp.CampaignClient;
import org.truesabacc.v1.Grant;
import org.truesabacc.v1.RewardKind;
import org.truesabacc.v1.SettlementState;

/** Rewards, as GEMP gives them on each database that may stand in for its own; that of the lessons is the service's. */
@ResourceLock(BothSides.LOCK)
@EnabledIfSystemProperty(named = "sabacc.money", matches = ".+", disabledReason = "no databases: see tests/java")
class RewardsTest {
    static Stream<BothSides> sides() throws Exception {
        return BothSides.all();
    }

    @ParameterizedTest
    @MethodSource("sides")
    void aRewardThatWasEarnedIsGivenOnceAndAcknowledged(BothSides sides) throws Exception {
        try (CampaignClient service = sides.service()) {
            MoneyDesk desk = sides.desk(service);
            String player = sides.player(0);
            sides.learn(player);
            assertTrue(desk.round(false));
            List<String> given = sides.rewards(player);
            assertEquals(1, given.size());
            assertTrue(given.get(0).startsWith("INFORMATION, Lando's advice: Within a shoe "), given.toString());
            assertEquals(SettlementState.SETTLEMENT_STATE_APPLIED, sides.grant(service, player).getState());
            assertTrue(desk.round(true));
            assertEquals(given, sides.rewards(player));
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void aRewardOfAPlayerWhomGempDoesNotHaveIsDeferredAndGivenLater(BothSides sides) throws Exception {
        try (CampaignClient service = sides.service()) {
            MoneyDesk desk = sides.desk(service);
            String player = "p-" + UUID.randomUUID();
            sides.learn(player);
            assertTrue(desk.round(false));
            assertEquals(SettlementState.SETTLEMENT_STATE_DEFERRED, sides.grant(service, player).getState());
            assertEquals("there is no such purse", sides.grant(service, player).getReason());
            assertTrue(desk.round(true), "deferred for the same reason");

            sides.make(player, 0);
            assertTrue(desk.round(false), "before the cursor");
            assertEquals(List.of(), sides.rewards(player));
            assertTrue(desk.round(true));
            assertEquals(1, sides.rewards(player).size());
            assertEquals(SettlementState.SETTLEMENT_STATE_APPLIED, sides.grant(service, player).getState());
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void twoWorkersAtOnceGiveItOnce(BothSides sides) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (CampaignClient one = sides.service();
                CampaignClient other = sides.service()) {
            String player = sides.player(0);
            sides.learn(player);
            List<MoneyDesk> desks = List.of(sides.desk(one), sides.desk(other));
            List<Future<Boolean>> rounds = desks.stream()
                    .map(desk -> threads.submit(() -> desk.round(true)))
                    .toList();
            for (Future<Boolean> round : rounds) {
                assertTrue(round.get());
            }
            assertEquals(1, sides.rewards(player).size());
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void cardsComeIntoTheCollectionOnceAndTheSilverStays(BothSides sides) throws Exception {
        String player = sides.player(77);
        Grant grant = grant(player, RewardKind.REWARD_KIND_CARD, "6_65", "5_39", "6_65");
        for (int times = 0; times < 3; times++) {
            assertEquals(Optional.empty(), inbox(sides).apply(grant));
            assertEquals(2, sides.cards(player, "6_65"));
            assertEquals(1, sides.cards(player, "5_39"));
        }
        assertEquals(77, sides.purse(player));
        assertEquals(List.of("0 silver, 1x6_65,1x5_39,1x6_65,"), sides.transfers(player));
        assertEquals(List.of(), sides.rewards(player));
        assertEquals(1, sides.applied(grant.getGrantId()));
    }

    @ParameterizedTest
    @MethodSource("sides")
    void whereOneCardHasNoRoomNoneIsGivenUntilItHas(BothSides sides) throws Exception {
        String player = sides.player(0);
        sides.hold(player, "6_65", 254);
        Grant two = grant(player, RewardKind.REWARD_KIND_CARD, "5_39", "6_65", "6_65");
        Optional<String> whyNot = Optional.of("the collection holds 255 of 6_65 and may hold no more");
        assertEquals(whyNot, inbox(sides).apply(two));
        assertEquals(254, sides.cards(player, "6_65"));
        assertEquals(0, sides.cards(player, "5_39"));
        assertEquals(0, sides.applied(two.getGrantId()));

        sides.hold(player, "6_65", 253);
        assertEquals(Optional.empty(), inbox(sides).apply(two));
        assertEquals(255, sides.cards(player, "6_65"));
        assertEquals(whyNot, inbox(sides).apply(grant(player, RewardKind.REWARD_KIND_CARD, "6_65")));
        assertEquals(255, sides.cards(player, "6_65"));
    }

    @ParameterizedTest
    @EnumSource(
            value = RewardKind.class,
            names = {"REWARD_KIND_INFORMATION", "REWARD_KIND_DECK_UPGRADE", "REWARD_KIND_CASINO"})
    void whatIsNoCardIsNotedAsItIs(RewardKind kind) throws Exception {
        for (BothSides sides : sides().toList()) {
            String player = sides.player(0);
            Grant grant = grant(player, kind, "dune-sea-light:salvage", "second");
            assertEquals(Optional.empty(), inbox(sides).apply(grant));
            assertEquals(Optional.empty(), inbox(sides).apply(grant));
            String begin = kind.name().substring("REWARD_KIND_".length()) + ", A title: ";
            assertEquals(List.of(begin + "dune-sea-light:salvage", begin + "second"), sides.rewards(player));
        }
    }

    @ParameterizedTest
    @MethodSource("sides")
    void whatGempDoesNotKnowIsDeferredWithTheReason(BothSides sides) throws Exception {
        String player = sides.player(0);
        Grant gone = grant(player, RewardKind.REWARD_KIND_UNSPECIFIED);
        Grant newer = gone.toBuilder().setKindValue(99).build();
        for (Grant grant : List.of(gone, newer)) {
            assertEquals(
                    Optional.of("nothing is known of a reward a-key and its kind"), inbox(sides).apply(grant));
            assertEquals(0, sides.applied(grant.getGrantId()));
        }
    }

    private static Inbox inbox(BothSides sides) throws Exception {
        return new Inbox(sides.database(), Step.Watcher.NOBODY);
    }

    private static Grant grant(String player, RewardKind kind, String... content) {
        return Grant.newBuilder()
                .setGrantId("test/grant/" + UUID.randomUUID())
                .setPlayer(player)
                .setReward("a-key")
                .setTitle("A title")
                .setKind(kind)
                .addAllContent(List.of(content))
                .build();
    }
}
