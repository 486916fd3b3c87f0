package org.truesabacc.tsb1;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * One player's cards in one hand, in the order drawn, and what each counts.
 *
 * <p>The better hand is the smaller one: not over 11 before over, then closer to 11, then fewer cards.
 */
record Hand(List<String> cards, List<BigDecimal> counted, BigDecimal total) {
    private static final BigDecimal ELEVEN = BigDecimal.valueOf(11);
    private static final int FIRST_CARDS = 2;
    private static final int MOST_CARDS = 6;
    private static final List<BigDecimal> NOTHING = List.of(BigDecimal.ZERO);

    static final Comparator<Hand> BEST_FIRST =
            Comparator.comparing(Hand::isOver).thenComparing(Hand::distance).thenComparing(hand -> hand.cards.size());

    /** Draws two cards, then more while the best total is below {@code standOn}, at most six or the whole pile. */
    static Hand drawn(Pile pile, Map<String, List<BigDecimal>> values, int standOn) {
        BigDecimal stand = BigDecimal.valueOf(standOn);
        List<String> cards = new ArrayList<>();
        Hand hand = null;
        while (hand == null || cards.size() < MOST_CARDS && !pile.isEmpty() && hand.total.compareTo(stand) < 0) {
            cards.add(pile.draw());
            if (cards.size() >= FIRST_CARDS) {
                hand = best(List.copyOf(cards), values);
            }
        }
        return hand;
    }

    boolean isOver() {
        return total.compareTo(ELEVEN) > 0;
    }

    private BigDecimal distance() {
        return total.subtract(ELEVEN).abs();
    }

    /** Counts the cards as serves best; of choices with one total, the one with the larger values, first card first. */
    private static Hand best(List<String> cards, Map<String, List<BigDecimal>> values) {
        Comparator<Hand> served = BEST_FIRST.thenComparing(Hand::counted, Hand::largerFirst);
        List<List<BigDecimal>> choices = List.of(List.of());
        for (String card : cards) {
            List<List<BigDecimal>> longer = new ArrayList<>();
            for (List<BigDecimal> choice : choices) {
                for (BigDecimal value : values.getOrDefault(card, NOTHING)) {
                    List<BigDecimal> next = new ArrayList<>(choice);
                    next.add(value);
                    longer.add(next);
                }
            }
            choices = longer;
        }
        return choices.stream()
                .map(choice -> new Hand(cards, choice, choice.stream().reduce(BigDecimal.ZERO, BigDecimal::add)))
                .min(served)
                .orElseThrow();
    }

    private static int largerFirst(List<BigDecimal> one, List<BigDecimal> other) {
        for (int at = 0; at < one.size(); at++) {
            int order = other.get(at).compareTo(one.get(at));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
