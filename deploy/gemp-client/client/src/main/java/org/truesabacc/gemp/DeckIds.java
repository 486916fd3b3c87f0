package org.truesabacc.gemp;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Blueprint ids of a deck string in their one form: set and number without leading zeros, one suffix taken off. */
final class DeckIds {
    private static final Pattern ID = Pattern.compile("([0-9]{1,4})_([0-9]{1,4})[*^]?");
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private DeckIds() {}

    /** How many copies of each card the deck itself holds; what is outside the deck, past the bar, is never drawn. */
    static Map<String, Integer> inDeck(String deckString) {
        boolean marked = deckString.startsWith(BYTE_ORDER_MARK);
        String deck = Blanks.strip(marked ? deckString.substring(1) : deckString);
        int bar = deck.indexOf('|');
        Map<String, Integer> copies = new HashMap<>();
        for (String entry : (bar < 0 ? deck : deck.substring(0, bar)).split(",")) {
            String card = normal(Blanks.strip(entry));
            if (!card.isEmpty()) {
                copies.merge(card, 1, Integer::sum);
            }
        }
        return copies;
    }

    /** An id in its one form; empty where the text is no id. */
    static String normal(String text) {
        Matcher id = ID.matcher(text);
        return id.matches() ? Integer.parseInt(id.group(1)) + "_" + Integer.parseInt(id.group(2)) : "";
    }
}
