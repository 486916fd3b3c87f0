package org.truesabacc.tsb1;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.truesabacc.tsb1.Question.Criterion;
import org.truesabacc.tsb1.Question.Player;

/**
 * Players whom no criterion parts.
 *
 * @param place the best place they play for
 * @param players by name
 * @param criterion the last criterion that parted them from others; empty where none did
 */
record Level(int place, List<Player> players, String criterion) {
    boolean isEqual() {
        return players.size() > 1;
    }

    List<String> names() {
        return players.stream().map(Player::name).toList();
    }

    /** Parts a question's players by its criteria, best place first; after each split every part starts again. */
    static List<Level> of(Question question) {
        List<Level> settled = new ArrayList<>();
        part(question, new Level(1, question.players(), ""), settled);
        return settled;
    }

    private static void part(Question question, Level level, List<Level> settled) {
        int filed = 0;
        for (Criterion criterion : question.criteria()) {
            boolean counted = criterion.name().equals(Question.HEAD_TO_HEAD);
            int column = counted ? -1 : filed++;
            Comparator<BigDecimal> bestFirst =
                    criterion.highWins() ? Comparator.reverseOrder() : Comparator.naturalOrder();
            Map<BigDecimal, List<Player>> parts = new TreeMap<>(bestFirst);
            for (Player player : level.players) {
                BigDecimal figure = counted
                        ? winsInside(question, level, player)
                        : player.values().get(column);
                parts.computeIfAbsent(figure, any -> new ArrayList<>()).add(player);
            }
            if (parts.size() > 1) {
                partEach(question, level.place, parts.values(), criterion.name(), settled);
                return;
            }
        }
        settled.add(level);
    }

    private static void partEach(
            Question question, int first, Collection<List<Player>> parts, String criterion, List<Level> settled) {
        int place = first;
        for (List<Player> players : parts) {
            part(question, new Level(place, players, criterion), settled);
            place += players.size();
        }
    }

    private static BigDecimal winsInside(Question question, Level level, Player player) {
        List<String> names = level.names();
        int wins = question.wins().stream()
                .filter(win -> win.winner().equals(player.name()) && names.contains(win.loser()))
                .mapToInt(Question.Win::wins)
                .sum();
        return BigDecimal.valueOf(wins);
    }
}
