package org.truesabacc.example.money;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The counts of cards behind the silver. */
class CollectionCardsTest {
    /** 258 silver, one kind of packs (3 of them), then 254 plain and 9 foil ones of 7_267 and 2 plain ones of 301_5. */
    private static final byte[] COLLECTION = {
        2, 0, 1, 2, 0, 1, 0, 3, 0, 2, 0, 7, 1, 11, -2, 9, 0, 1, 45, 0, 5, 2, 0, 1
    };

    @Test
    void plainOnesAreCounted() {
        assertEquals(254, CollectionCards.count(COLLECTION, "7_267"));
        assertEquals(2, CollectionCards.count(COLLECTION, "301_5"));
        assertEquals(0, CollectionCards.count(COLLECTION, "7_11"));
        assertEquals(0, CollectionCards.count(CollectionBytes.withoutCards(5), "7_267"));
    }

    @Test
    void oneMoreOfACardThatIsThereChangesItsByteOnly() {
        byte[] expected = COLLECTION.clone();
        expected[14] = -1;
        assertArrayEquals(expected, CollectionCards.withOneMore(COLLECTION, "7_267"));
        assertEquals(254, CollectionCards.count(COLLECTION, "7_267"));
    }

    @Test
    void aNewCardComesLast() {
        byte[] changed = CollectionCards.withOneMore(CollectionBytes.withoutCards(258), "5_39");
        assertArrayEquals(new byte[] {2, 0, 1, 2, 0, 0, 0, 1, 0, 5, 0, 39, 1, 0, 0}, changed);
        assertEquals(258, CollectionBytes.currency(changed));
    }

    @Test
    void the255thFitsAndOneMoreIsRefused() {
        assertEquals(Optional.empty(), CollectionCards.whyNoMore(COLLECTION, "7_267"));
        byte[] full = CollectionCards.withOneMore(COLLECTION, "7_267");
        assertEquals(255, CollectionCards.count(full, "7_267"));
        assertEquals(
                Optional.of("the collection holds 255 of 7_267 and may hold no more"),
                CollectionCards.whyNoMore(full, "7_267"));
        assertEquals(Optional.empty(), CollectionCards.whyNoMore(full, "301_5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "7_267*", "0_1", "7_70000", "601_1", "7_267,301_5"})
    void whatNoCollectionStoresIsRefused(String blueprintId) {
        assertEquals(
                Optional.of("no collection stores a card " + blueprintId),
                CollectionCards.whyNoMore(COLLECTION, blueprintId));
    }

    @Test
    void whatIsWrittenInAnotherWayIsLeftAlone() {
        Optional<String> whyNot = Optional.of("the collection is not written in version 2");
        for (int length = 4; length < COLLECTION.length; length++) {
            byte[] shorter = Arrays.copyOf(COLLECTION, length);
            assertEquals(whyNot, CollectionCards.whyNoMore(shorter, "5_39"));
        }
        byte[] older = COLLECTION.clone();
        older[0] = 1;
        assertEquals(whyNot, CollectionCards.whyNoMore(older, "5_39"));
        assertThrows(IllegalArgumentException.class, () -> CollectionCards.withOneMore(COLLECTION, "5_39*"));
    }
}
