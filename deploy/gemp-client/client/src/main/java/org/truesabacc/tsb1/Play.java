package org.truesabacc.tsb1;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.truesabacc.tsb1.Question.Player;

/** The hands of one tie, played to the end; what happens is kept as transcript lines. */
final class Play {
    private final Question question;
    private final byte[] seed;
    private int hands;

    final List<String> lines = new ArrayList<>();
    final List<Place> places = new ArrayList<>();
    /** Every card that was drawn. */
    final SortedSet<String> drawn = new TreeSet<>();

    Play(Question question, byte[] derivedSeed) {
        this.question = question;
        this.seed = derivedSeed;
    }

    /** Plays a group for the places from {@code place} on, each part still equal to its end before the next. */
    void group(int place, List<Player> players) {
        group(place, players, 0);
    }

    private void group(int place, List<Player> players, int replays) {
        int number = ++hands;
        lines.add("hand " + number + " begin");
        TreeMap<Hand, List<Player>> parts = new TreeMap<>(Hand.BEST_FIRST);
        for (Player player : players) {
            parts.computeIfAbsent(hand(number, player), any -> new ArrayList<>())
                    .add(player);
        }
        List<Runnable> replayed = new ArrayList<>();
        int next = place;
        for (List<Player> part : parts.values()) {
            int first = next;
            if (part.size() == 1) {
                places.add(new Place(first, part.get(0).name(), "sabacc:" + number));
            } else if (replays == question.replayLimit()) {
                lot(number, first, part);
            } else {
                replayed.add(() -> group(first, part, replays + 1));
            }
            next += part.size();
        }
        replayed.forEach(Runnable::run);
    }

    private Hand hand(int number, Player player) {
        Words words = new Words(seed, "hand/" + number + "/" + player.name());
        Hand hand = Hand.drawn(new Pile(player.pile(), words), question.cards(), question.standOn());
        for (String card : hand.cards()) {
            lines.add("draw " + number + " " + player.name() + " " + card);
            drawn.add(card);
        }
        String counted = hand.counted().stream().map(Decimals::text).collect(Collectors.joining("+"));
        lines.add("total " + number + " " + player.name() + " " + counted + " " + Decimals.text(hand.total())
                + (hand.isOver() ? " over" : " under"));
        return hand;
    }

    private void lot(int number, int place, List<Player> players) {
        List<String> names = players.stream().map(Player::name).toList();
        List<String> order = new Pile(names, new Words(seed, "last-resort/" + number)).drawAll();
        lines.add("lot " + number + " " + String.join(" ", order));
        for (int at = 0; at < order.size(); at++) {
            places.add(new Place(place + at, order.get(at), "lot:" + number));
        }
    }
}
