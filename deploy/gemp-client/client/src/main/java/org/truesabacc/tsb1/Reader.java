package org.truesabacc.tsb1;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.truesabacc.tsb1.Question.Criterion;
import org.truesabacc.tsb1.Question.Player;
import org.truesabacc.tsb1.Question.Win;

/**
 * Reads the question back from a transcript: head, dropped, criterion, value, wins and card lines, and the names in the
 * place lines where nothing else names all players.
 *
 * <p>The reader is strict about limits only: whatever is written otherwise than it must be shows when the whole file
 * is rendered again.
 */
final class Reader {
    private static final Pattern EVENT = Pattern.compile("[!-~&&[^#]]{1,60}");
    private static final Pattern PLAYER = Pattern.compile("[!-~&&[^,]]{1,60}");
    private static final Pattern CRITERION = Pattern.compile("[!-~&&[^#,]]{1,60}");
    private static final Pattern CATALOGUE = Pattern.compile("catalogue=[!-~]{1,128}");
    private static final Pattern CARD = Pattern.compile("(0|[1-9][0-9]{0,3})_(0|[1-9][0-9]{0,3})");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,3}");
    private static final Pattern SEED = Pattern.compile("([0-9a-f]{2}){16,64}");

    private final Lines lines;
    private final Map<String, List<String>> piles = new HashMap<>();
    private final Map<String, List<String>> dropped = new HashMap<>();
    private final Map<String, List<BigDecimal>> values = new HashMap<>();

    private Reader(byte[] transcript) throws BadTranscript {
        this.lines = new Lines(transcript);
    }

    static Question read(byte[] transcript) throws BadTranscript {
        return new Reader(transcript).question();
    }

    private Question question() throws BadTranscript {
        lines.exactly(Transcript.FIRST_LINE);
        String[] rules = lines.take("rules", 5);
        require(rules[1].equals(Transcript.RULES), "the rules " + Transcript.RULES);
        int standOn = number(rules[2], "stand_on=", 1, 11);
        int replayLimit = number(rules[3], "replay_limit=", 0, 64);
        require(CATALOGUE.matcher(rules[4]).matches(), "catalogue=VERSION");
        String[] tie = lines.take("tie", 4);
        require(EVENT.matcher(tie[1]).matches() && EVENT.matcher(tie[2]).matches(), "ids of event and stage");
        int attempt = number(tie[3], "", 1, 999);
        lines.exactly("mode " + Transcript.MODE);
        String seed = lines.take("seed", 2)[1];
        require(SEED.matcher(seed).matches(), "16 to 64 bytes in hexadecimal");

        readPiles();
        List<Criterion> criteria = readCriteria();
        Set<String> names = readValues(criteria);
        List<Win> wins = readWins(criteria);
        Map<String, List<BigDecimal>> cards = readCards();
        if (names.isEmpty()) {
            names = readPlaces();
        }
        require(names.size() >= 2 && names.size() <= 16, "2 to 16 players");
        require(
                names.containsAll(piles.keySet()) && piles.keySet().containsAll(dropped.keySet()),
                "one list of players");
        for (Win win : wins) {
            require(names.contains(win.winner()) && names.contains(win.loser()), "wins between players of this tie");
        }
        List<Player> players = names.stream().map(this::player).toList();
        String catalogue = rules[4].substring(rules[4].indexOf('=') + 1);
        return new Question(
                tie[1],
                tie[2],
                attempt,
                HexFormat.of().parseHex(seed),
                standOn,
                replayLimit,
                catalogue,
                piles.isEmpty(),
                criteria,
                players,
                wins,
                cards);
    }

    private Player player(String name) {
        List<BigDecimal> filed = values.getOrDefault(name, List.of());
        return new Player(name, piles.getOrDefault(name, List.of()), filed, dropped.getOrDefault(name, List.of()));
    }

    private void readPiles() throws BadTranscript {
        while (lines.isNext("player")) {
            String[] words = lines.take("player", 3);
            List<String> cards = ids(words[2]);
            require(cards.size() >= 2, "at least two cards");
            require(piles.put(name(words[1]), cards) == null, "each player once");
        }
        if (!piles.isEmpty()) {
            lines.take("lock", 2);
        }
        while (lines.isNext("dropped")) {
            String[] words = lines.take("dropped", 3);
            require(dropped.put(name(words[1]), ids(words[2])) == null, "each player once");
        }
    }

    private List<Criterion> readCriteria() throws BadTranscript {
        List<Criterion> criteria = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (lines.isNext("criterion")) {
            String[] words = lines.take("criterion", 3);
            require(CRITERION.matcher(words[1]).matches() && names.add(words[1]), "the name of a criterion, once");
            require(words[2].equals("high") || words[2].equals("low"), "high or low");
            criteria.add(new Criterion(words[1], words[2].equals("high")));
        }
        require(criteria.size() <= 16, "at most 16 criteria");
        return criteria;
    }

    private Set<String> readValues(List<Criterion> criteria) throws BadTranscript {
        long filed = criteria.stream()
                .filter(criterion -> !criterion.name().equals(Question.HEAD_TO_HEAD))
                .count();
        Set<String> names = new LinkedHashSet<>();
        while (filed > 0 && lines.isNext("value")) {
            String[] words = lines.take("value", 2 + (int) filed);
            require(names.add(name(words[1])), "each player once");
            values.put(words[1], decimals(Arrays.asList(words).subList(2, words.length)));
        }
        require(filed == 0 || !names.isEmpty(), "a value line");
        return names;
    }

    private List<Win> readWins(List<Criterion> criteria) throws BadTranscript {
        boolean counted =
                criteria.stream().anyMatch(criterion -> criterion.name().equals(Question.HEAD_TO_HEAD));
        List<Win> wins = new ArrayList<>();
        Set<List<String>> pairs = new HashSet<>();
        while (lines.isNext("wins")) {
            String[] words = lines.take("wins", 4);
            require(counted, "no wins without " + Question.HEAD_TO_HEAD);
            require(!words[1].equals(words[2]) && pairs.add(List.of(words[1], words[2])), "each winner and loser once");
            wins.add(new Win(words[1], words[2], number(words[3], "", 1, 999)));
        }
        return wins;
    }

    private Map<String, List<BigDecimal>> readCards() throws BadTranscript {
        Map<String, List<BigDecimal>> cards = new HashMap<>();
        while (lines.isNext("card")) {
            String[] words = lines.take("card", 3);
            List<BigDecimal> counts = decimals(List.of(words[2].split("/", -1)));
            boolean ascending = counts.size() == 1 || counts.get(0).compareTo(counts.get(1)) < 0;
            require(counts.size() <= 2 && ascending, "at most two values, ascending");
            require(CARD.matcher(words[1]).matches() && cards.put(words[1], counts) == null, "each card once");
        }
        return cards;
    }

    private Set<String> readPlaces() throws BadTranscript {
        Set<String> names = new LinkedHashSet<>();
        lines.skipTo("place");
        while (lines.isNext("place")) {
            require(names.add(name(lines.take("place", 4)[2])), "each player once");
        }
        return names;
    }

    private List<BigDecimal> decimals(List<String> texts) throws BadTranscript {
        try {
            return texts.stream().map(Decimals::parse).toList();
        } catch (NumberFormatException fault) {
            throw lines.bad("a decimal of at most 12 digits and 7 decimals");
        }
    }

    private List<String> ids(String joined) throws BadTranscript {
        List<String> cards = List.of(joined.split(",", -1));
        require(cards.size() <= 200, "at most 200 cards");
        require(cards.stream().allMatch(card -> CARD.matcher(card).matches()), "blueprint ids");
        require(cards.equals(cards.stream().sorted().toList()), "the ids sorted");
        return cards;
    }

    private String name(String text) throws BadTranscript {
        require(PLAYER.matcher(text).matches(), "the name of a player");
        return text;
    }

    private int number(String text, String prefix, int least, int most) throws BadTranscript {
        String digits = text.startsWith(prefix) ? text.substring(prefix.length()) : "";
        int number = NUMBER.matcher(digits).matches() ? Integer.parseInt(digits) : -1;
        require(number >= least && number <= most, prefix + least + " to " + most);
        return number;
    }

    private void require(boolean holds, String expected) throws BadTranscript {
        if (!holds) {
            throw lines.bad(expected);
        }
    }
}
