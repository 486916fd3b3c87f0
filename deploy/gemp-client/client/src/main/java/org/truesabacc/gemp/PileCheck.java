package org.truesabacc.gemp;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.truesabacc.tsb1.Question;

/**
 * Whether the piles of a transcript are what the decks come to. A pile is the deck without the cards that started on
 * table and without those that the catalogue does not know.
 *
 * <p>Where a request names the cards on table, this is exact. Where it names none, the service takes the Objectives and
 * Starting Effects, and no card's type is known here. Then what is missing must still look like it: every copy of a
 * card or none, the same for all players, and few cards.
 */
final class PileCheck {
    /** Different Objectives and Starting Effects in one deck; a deck begins with two or three. */
    static final int MOST_BY_TYPE = 8;

    private final boolean allowsUnknown;
    private final Set<String> drawable = new HashSet<>();
    private final Set<String> drawableByType = new HashSet<>();
    private final Set<String> unknown = new HashSet<>();
    private final Set<String> onTableByType = new HashSet<>();

    private PileCheck(boolean allowsUnknown) {
        this.allowsUnknown = allowsUnknown;
    }

    /** Both lists hold the same players in the same order. */
    static boolean holds(TieRequest asked, List<Question.Player> answered) {
        PileCheck check = new PileCheck(asked.allowsUnknownCards());
        for (int at = 0; at < answered.size(); at++) {
            // A player without a pile was placed by a criterion: that a pile is there where it must be is verified.
            if (!answered.get(at).pile().isEmpty()
                    && !check.isPileOf(asked.players().get(at), answered.get(at))) {
                return false;
            }
        }
        return Collections.disjoint(check.unknown, check.drawable)
                && Collections.disjoint(check.onTableByType, check.unknown)
                && Collections.disjoint(check.onTableByType, check.drawableByType);
    }

    private boolean isPileOf(TieRequest.Player asked, Question.Player answered) {
        Map<String, Integer> left = DeckIds.inDeck(asked.deckString());
        boolean hadAll = takeOut(
                        left,
                        asked.startedOnTable().stream().map(DeckIds::normal).toList())
                && takeOut(left, answered.pile())
                && takeOut(left, answered.dropped());
        if (!hadAll || !(allowsUnknown || answered.dropped().isEmpty())) {
            return false;
        }
        drawable.addAll(answered.pile());
        unknown.addAll(answered.dropped());
        if (!asked.startedOnTable().isEmpty()) {
            return left.isEmpty();
        }
        drawableByType.addAll(answered.pile());
        onTableByType.addAll(left.keySet());
        return left.size() <= MOST_BY_TYPE;
    }

    /** Takes cards out of a deck, and says whether it held them all. */
    private static boolean takeOut(Map<String, Integer> deck, Collection<String> cards) {
        for (String card : cards) {
            if (!deck.containsKey(card)) {
                return false;
            }
            deck.computeIfPresent(card, (same, copies) -> copies == 1 ? null : copies - 1);
        }
        return true;
    }
}
