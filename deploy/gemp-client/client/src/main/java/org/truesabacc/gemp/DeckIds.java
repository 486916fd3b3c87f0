package org.truesabacc.gemp;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Blueprint ids of a deck string in their one form: set and number without leading zeros, one suffix taken off. */
final class DeckIds {
    private static final Pattern ID = Pattern.compile("([0-9]{1,4})_([0-9]{1,4})[*^]?");

    private DeckIds() {}

    /** How many copies of each card the deck itself holds; what is outside the deck, past the bar, is never drawn. */
    static Map<String, Integer> inDeck(String deckString) {
        Map<String, Integer> copies = new HashMap<>();
        int bar = deckString.indexOf('|');
        for (String entry : (bar < 0 ? deckString : deckString.substring(0, bar)).split(",")) {
            Matcher id = ID.matcher(entry.strip());
            if (id.matches()) {
                String card = Integer.parseInt(id.group(1)) + "_" + Integer.parseInt(id.group(2));
                copies.merge(card, 1, Integer::sum);
            }
        }
        return copies;
    }
}
