package org.truesabacc.tsb1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.truesabacc.tsb1.Hashes.NOTHING;
import static org.truesabacc.tsb1.Hashes.ascii;
import static org.truesabacc.tsb1.Hashes.dec;
import static org.truesabacc.tsb1.Hashes.hash;
import static org.truesabacc.tsb1.Hashes.hex;
import static org.truesabacc.tsb1.Hashes.mac;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The vectors of the protocol page, those of the beacon and commit modes included. */
class ProtocolPageTest {
    private static final byte[] SECRET = counting(32);
    private static final byte[] EVENT = ascii("2026-worlds");
    private static final byte[] TIE = ascii("2026-worlds#final#1");
    private static final byte[] DEMO = hash("tsb1/rules", ascii("demo"));
    private static final byte[] QUICKNET =
            HexFormat.of().parseHex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971");
    private static final List<String> ALICE = List.of("1_2", "1_10", "5_34", "7_109", "5_34");
    private static final List<String> BOB = List.of("6_36", "2_9", "13_50", "2_10");
    private static final byte[] COMMITMENT = hash("tsb1/commit", EVENT, SECRET);
    private static final byte[] BEACON_LOCK = lock("beacon", QUICKNET, 12345678);
    private static final byte[] BEACON_SEED = mac(new byte[32], "tsb1/seed", BEACON_LOCK, sha256(new byte[48]));

    @Test
    void commitmentAndSaltedDecks() {
        assertEquals("3e8f1a625c53877449b70b005802d6433e515b839d3d645fa345b4556bca7db5", hex(COMMITMENT));
        assertEquals("f700486bcc711b149cf852e98171c6b15847b713be45bf9bd67ea5fc943b231d", hex(deck("alice", ALICE)));
        assertEquals("9ca2e8fe35b6bbb6d07856f7a898f743b11acc301a385cc6229891822dae2b50", hex(deck("bob", BOB)));
    }

    @Test
    void beaconLockAndSeed() {
        assertEquals("b763d30de84028d1d600b279d1cd698e164b123f4397e2cb44f9821f2dc84113", hex(BEACON_LOCK));
        assertEquals("9080867a0b6901c70f21291e439d5eab89ea8b576510690384c28fff096c5458", hex(BEACON_SEED));
    }

    @Test
    void drawingOrders() {
        assertEquals(
                List.of("5_34", "1_10", "5_34", "7_109", "1_2"),
                new Pile(ALICE, new Words(BEACON_SEED, "hand/1/alice")).drawAll());
        assertEquals(
                List.of("2_9", "2_10", "6_36", "13_50"), new Pile(BOB, new Words(BEACON_SEED, "hand/1/bob")).drawAll());
    }

    @Test
    void wordsAndRejections() {
        Words words = new Words(BEACON_SEED, "vector");
        assertEquals(List.of(0x8a4975cdL, 0xe0c446cbL, 0xc1235d25L), List.of(words.next(), words.next(), words.next()));
        Words rejected = new Words(BEACON_SEED, "reject");
        assertEquals(
                List.of(1015251817L, 1773297844L, 1232189550L, 12251377L, 2152195811L, 363500812L),
                LongStream.range(0, 6)
                        .map(any -> rejected.uniform(3221225472L))
                        .boxed()
                        .toList());
    }

    @Test
    void orderOfSixtyCards() {
        List<String> cards =
                IntStream.range(0, 60).mapToObj(number -> "1_" + number).toList();
        List<String> order = new Pile(cards, new Words(BEACON_SEED, "hand/1/x")).drawAll();
        assertEquals(
                "cef8229a5fa74afcf79f9601d0c4b2edbb2cb028c5de7b308112da95a705cdc5",
                hex(sha256(ascii(String.join(",", order)))));
    }

    @Test
    void firstLinkOfTheChain() {
        byte[] link = hash("tsb1/event", hash("tsb1/chain", BEACON_LOCK, BEACON_SEED), ascii("hand 1 begin"));
        assertEquals("c0c624e928bc11e2b89c1b9994a5aefd995c85c0e2b32f3593a0b883b50d8766", hex(link));
    }

    private static byte[] counting(int length) {
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; at++) {
            bytes[at] = (byte) at;
        }
        return bytes;
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException absent) {
            throw new AssertionError(absent);
        }
    }

    private static byte[] deck(String player, List<String> cards) {
        List<String> sorted = cards.stream().sorted().toList();
        byte[] salt = mac(SECRET, "tsb1/salt", EVENT, ascii(player));
        return hash("tsb1/deck", EVENT, ascii(player), salt, ascii(String.join(",", sorted)));
    }

    private static byte[] lock(String mode, byte[] chain, long round) {
        return hash(
                "tsb1/lock",
                TIE,
                DEMO,
                COMMITMENT,
                ascii(mode),
                chain.length == 0 ? NOTHING : chain,
                dec(round),
                ascii("alice"),
                deck("alice", ALICE),
                ascii("bob"),
                deck("bob", BOB));
    }
}
