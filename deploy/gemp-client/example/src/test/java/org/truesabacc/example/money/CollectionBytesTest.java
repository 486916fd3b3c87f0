package org.truesabacc.example.money;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** The three bytes that hold a purse's silver. */
class CollectionBytesTest {
    @Test
    void silverStandsInThreeBytesTheHighestFirstAndTheCardsStayAsTheyAre() {
        byte[] collection = {2, 1, 2, 3, 77, -1};
        assertEquals(0x010203, CollectionBytes.currency(collection));
        assertArrayEquals(new byte[] {2, -1, -1, -2, 77, -1}, CollectionBytes.withCurrency(collection, 0xFFFFFE));
        assertEquals(0x010203, CollectionBytes.currency(collection));
    }

    @Test
    void theMostFitsAndOneMoreIsRefusedInsteadOfBecomingNothing() {
        byte[] full = CollectionBytes.withoutCards(16_777_215);
        assertEquals(16_777_215, CollectionBytes.currency(full));
        assertThrows(IllegalArgumentException.class, () -> CollectionBytes.withCurrency(full, 16_777_216));
        assertThrows(IllegalArgumentException.class, () -> CollectionBytes.withCurrency(full, -1));
        assertThrows(IllegalArgumentException.class, () -> CollectionBytes.currency(new byte[3]));
    }
}
