package org.truesabacc.example.money;

/**
 * The silver of a collection as GEMP's {@code CollectionSerializer} writes it: behind a byte with
 * the version, the currency in three bytes, the highest first. GEMP writes a larger figure without a check and silently
 * loses what is above; here it is refused.
 */
final class CollectionBytes {
    /** The most silver that three bytes hold: 167,772 gold and 15 silver. */
    static final int MOST = 16_777_215;

    private static final int AT = 1;
    private static final int BYTES = 3;

    private CollectionBytes() {}

    /** A collection without cards and packs, as {@link CollectionCards} describes it. */
    static byte[] withoutCards(int currency) {
        return withCurrency(new byte[] {2, 0, 0, 0, 0, 0, 0, 0}, currency);
    }

    /** The silver in a collection. */
    static int currency(byte[] collection) {
        requireWhole(collection);
        int currency = 0;
        for (int at = AT; at < AT + BYTES; at++) {
            currency = currency << Byte.SIZE | Byte.toUnsignedInt(collection[at]);
        }
        return currency;
    }

    /** The same collection with other silver; every other byte stays as it is. */
    static byte[] withCurrency(byte[] collection, int currency) {
        requireWhole(collection);
        if (currency < 0 || currency > MOST) {
            throw new IllegalArgumentException(currency + " silver, expected 0 to " + MOST);
        }
        byte[] changed = collection.clone();
        for (int at = AT; at < AT + BYTES; at++) {
            changed[at] = (byte) (currency >>> Byte.SIZE * (AT + BYTES - 1 - at));
        }
        return changed;
    }

    private static void requireWhole(byte[] collection) {
        if (collection.length < AT + BYTES) {
            throw new IllegalArgumentException("a collection of " + collection.length + " bytes holds no currency");
        }
    }
}
