package org.truesabacc.example.money;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cards of a collection as GEMP's {@code CollectionSerializer} writes it in its version 2: behind the currency a
 * byte of flags, a byte with the number of kinds of packs, two bytes for each; then in two bytes how many cards follow,
 * and seven bytes for each: set and number in two bytes each, how many are plain, foil, and of another image.
 *
 * <p>GEMP itself goes through its own classes, which write more than 255 as 255 and leave out what they do not know;
 * here both are refused. So is what is not written like this, such as an older version.
 */
final class CollectionCards {
    /** The most of one card that a byte holds. */
    static final int MOST = 255;

    private static final int VERSION = 2;
    private static final int PACKS_AT = 5;
    private static final int BYTES_OF_PACK = 2;
    private static final int BYTES_OF_CARD = 7;
    private static final int COUNT_IN_CARD = 4;
    private static final Pattern BLUEPRINT_ID = Pattern.compile("([1-9][0-9]{0,3})_([1-9][0-9]{0,3})");
    private static final int SET_NOT_STORED = 601;

    private CollectionCards() {}

    /** Why a collection cannot have one more of a card; nothing where it can. */
    static Optional<String> whyNoMore(byte[] collection, String blueprintId) {
        Matcher id = BLUEPRINT_ID.matcher(blueprintId);
        if (!id.matches() || set(id) == SET_NOT_STORED) {
            return Optional.of("no collection stores a card " + blueprintId);
        }
        if (!isWhole(collection)) {
            return Optional.of("the collection is not written in version " + VERSION);
        }
        return count(collection, blueprintId) < MOST
                ? Optional.empty()
                : Optional.of("the collection holds " + MOST + " of " + blueprintId + " and may hold no more");
    }

    /** How many plain ones of a card a collection holds. */
    static int count(byte[] collection, String blueprintId) {
        int at = at(collection, matched(blueprintId));
        return at < 0 ? 0 : Byte.toUnsignedInt(collection[at + COUNT_IN_CARD]);
    }

    /** The same collection with one more of a card; {@link #whyNoMore} has nothing against it. */
    static byte[] withOneMore(byte[] collection, String blueprintId) {
        Matcher id = matched(blueprintId);
        int at = at(collection, id);
        if (at >= 0) {
            byte[] changed = collection.clone();
            changed[at + COUNT_IN_CARD]++;
            return changed;
        }
        ByteBuffer longer = ByteBuffer.allocate(collection.length + BYTES_OF_CARD).put(collection);
        longer.putShort(cardsAt(collection), (short) (cards(collection) + 1));
        return longer.putShort((short) set(id))
                .putShort((short) number(id))
                .put((byte) 1)
                .array();
    }

    private static Matcher matched(String blueprintId) {
        Matcher id = BLUEPRINT_ID.matcher(blueprintId);
        if (!id.matches()) {
            throw new IllegalArgumentException("no card " + blueprintId);
        }
        return id;
    }

    private static int set(Matcher id) {
        return Integer.parseInt(id.group(1));
    }

    private static int number(Matcher id) {
        return Integer.parseInt(id.group(2));
    }

    private static boolean isWhole(byte[] collection) {
        return collection.length > PACKS_AT
                && collection[0] == VERSION
                && collection.length >= cardsAt(collection) + Short.BYTES
                && collection.length
                        == cardsAt(collection) + Short.BYTES + cards(collection) * BYTES_OF_CARD;
    }

    private static int cardsAt(byte[] collection) {
        return PACKS_AT + 1 + Byte.toUnsignedInt(collection[PACKS_AT]) * BYTES_OF_PACK;
    }

    private static int cards(byte[] collection) {
        return Short.toUnsignedInt(ByteBuffer.wrap(collection).getShort(cardsAt(collection)));
    }

    /** Where a card begins; below 0 where it is not there. */
    private static int at(byte[] collection, Matcher id) {
        ByteBuffer bytes = ByteBuffer.wrap(collection);
        for (int at = cardsAt(collection) + Short.BYTES; at < collection.length; at += BYTES_OF_CARD) {
            if (bytes.getShort(at) == set(id) && bytes.getShort(at + Short.BYTES) == number(id)) {
                return at;
            }
        }
        return -1;
    }
}
