package org.truesabacc.tsb1;

import static org.truesabacc.tsb1.Hashes.NOTHING;
import static org.truesabacc.tsb1.Hashes.ascii;
import static org.truesabacc.tsb1.Hashes.dec;
import static org.truesabacc.tsb1.Hashes.hash;
import static org.truesabacc.tsb1.Hashes.hex;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.truesabacc.tsb1.Question.Player;

/**
 * The answer to a question and its proof.
 *
 * @param text the whole file: ASCII, every line ended by LF
 * @param places by place, then by name
 * @param resultId the hash on the last line
 */
public record Transcript(String text, List<Place> places, String resultId) {
    static final String FIRST_LINE = "tsb1 1";
    static final String MODE = "seed";
    static final String RULES = "sabacc-11/1";

    /**
     * Answers a question.
     *
     * @throws IllegalArgumentException a player who is still equal has no pile of two cards
     */
    public static Transcript of(Question question) {
        List<Level> levels = Level.of(question);
        List<Level> equal = question.share()
                ? List.of()
                : levels.stream().filter(Level::isEqual).toList();
        List<Player> locked = question.players().stream()
                .filter(player ->
                        equal.stream().anyMatch(level -> level.players().contains(player)))
                .toList();
        byte[] lock = locked.isEmpty() ? NOTHING : lock(question, locked);
        byte[] seed = locked.isEmpty() ? NOTHING : seed(question, lock);

        Play play = new Play(question, seed);
        equal.forEach(level -> play.group(level.place(), level.players()));
        List<Place> places = new ArrayList<>(play.places);
        levels.stream().filter(level -> !equal.contains(level)).forEach(level -> places.addAll(settled(level)));
        Collections.sort(places);

        List<String> chained = new ArrayList<>();
        locked.stream()
                .filter(player -> !player.dropped().isEmpty())
                .forEach(player -> chained.add("dropped " + player.name() + " " + String.join(",", player.dropped())));
        chained.addAll(criteria(question));
        play.drawn.forEach(card -> chained.add("card " + card + " " + alternatives(question, card)));
        equal.forEach(level -> chained.add("group " + level.place() + " " + String.join(" ", level.names())));
        chained.addAll(play.lines);
        places.forEach(place -> chained.add("place " + place.place() + " " + place.player() + " " + place.decidedBy()));

        String resultId = chain(lock, seed, chained);
        List<String> lines = head(question, locked, lock);
        lines.addAll(chained);
        lines.add("result " + resultId);
        return new Transcript(String.join("\n", lines) + "\n", List.copyOf(places), resultId);
    }

    private static byte[] lock(Question question, List<Player> locked) {
        List<byte[]> parts = new ArrayList<>(
                List.of(ascii(question.key()), rulesId(question), NOTHING, ascii(MODE), NOTHING, dec(0)));
        for (Player player : locked) {
            if (player.pile().size() < 2) {
                throw new IllegalArgumentException(player.name() + " is still equal and has no pile of two cards");
            }
            byte[] name = ascii(player.name());
            parts.add(name);
            parts.add(
                    hash("tsb1/deck", ascii(question.event()), name, NOTHING, ascii(String.join(",", player.pile()))));
        }
        return hash("tsb1/lock", parts.toArray(byte[][]::new));
    }

    private static byte[] seed(Question question, byte[] lock) {
        return Hashes.mac(hash("tsb1/caller-seed", question.seed()), "tsb1/seed", lock);
    }

    private static List<String> rules(Question question) {
        return List.of(
                RULES,
                "stand_on=" + question.standOn(),
                "replay_limit=" + question.replayLimit(),
                "catalogue=" + question.catalogue());
    }

    private static byte[] rulesId(Question question) {
        return hash("tsb1/rules", rules(question).stream().map(Hashes::ascii).toArray(byte[][]::new));
    }

    /** Places of those who play no hand: settled by a criterion, or sharing. */
    private static List<Place> settled(Level level) {
        String decidedBy = level.isEqual() ? "shared" : "criterion:" + level.criterion();
        return level.names().stream()
                .map(name -> new Place(level.place(), name, decidedBy))
                .toList();
    }

    private static List<String> head(Question question, List<Player> locked, byte[] lock) {
        List<String> lines = new ArrayList<>(List.of(
                FIRST_LINE,
                "rules " + String.join(" ", rules(question)),
                "tie " + question.event() + " " + question.stage() + " " + question.attempt(),
                "mode " + MODE,
                "seed " + hex(question.seed())));
        locked.forEach(player -> lines.add("player " + player.name() + " " + String.join(",", player.pile())));
        if (!locked.isEmpty()) {
            lines.add("lock " + hex(lock));
        }
        return lines;
    }

    private static List<String> criteria(Question question) {
        List<String> lines = new ArrayList<>();
        question.criteria()
                .forEach(criterion -> lines.add("criterion " + criterion.name() + " " + criterion.direction()));
        if (!question.filedCriteria().isEmpty()) {
            question.players()
                    .forEach(player -> lines.add("value " + player.name() + " " + joined(player.values(), " ")));
        }
        question.wins().forEach(win -> lines.add("wins " + win.winner() + " " + win.loser() + " " + win.wins()));
        return lines;
    }

    private static String alternatives(Question question, String card) {
        return joined(question.cards().getOrDefault(card, List.of(BigDecimal.ZERO)), "/");
    }

    private static String joined(Collection<BigDecimal> values, String between) {
        return values.stream().map(Decimals::text).collect(Collectors.joining(between));
    }

    private static String chain(byte[] lock, byte[] seed, List<String> lines) {
        byte[] link = hash("tsb1/chain", lock, seed);
        for (String line : lines) {
            link = hash("tsb1/event", link, ascii(line));
        }
        return hex(link);
    }
}
