package org.truesabacc.tsb1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.truesabacc.tsb1.Question.Criterion;
import org.truesabacc.tsb1.Question.Player;
import org.truesabacc.tsb1.Question.Win;

/**
 * Random ties that Python answered: both render the transcript from the question alone, and the bytes must be the same.
 *
 * <p>A tie of the file is its question, one fact a line; then the transcript's lines, each behind {@code "> "}; then
 * changed bytes, {@code flip POSITION BYTE true|false}, with Python's verdict on the changed transcript.
 */
@EnabledIfSystemProperty(named = "sabacc.differential", matches = ".+", disabledReason = "no ties: see tests/java")
class DifferentialTest {
    @Test
    void bothLanguagesWriteTheSameBytesAndTrustTheSameOnes() throws IOException {
        Path file = Path.of(System.getProperty("sabacc.differential"));
        int ties = 0;
        int flips = 0;
        for (String block : Files.readString(file, StandardCharsets.US_ASCII).split("(?m)^end\n")) {
            Tie tie = new Tie(block);
            Transcript answer = Transcript.of(tie.question());
            assertEquals(tie.transcript.toString(), answer.text(), "tie " + ties);
            Verdict verdict = Verdict.of(answer.text().getBytes(StandardCharsets.US_ASCII));
            assertTrue(verdict.valid(), verdict.reason());
            assertEquals(answer, verdict.answer().orElseThrow());
            for (String[] flip : tie.flips) {
                byte[] changed = answer.text().getBytes(StandardCharsets.US_ASCII);
                changed[Integer.parseInt(flip[1])] = (byte) Integer.parseInt(flip[2]);
                boolean valid = Verdict.of(changed).valid();
                assertEquals(
                        Boolean.parseBoolean(flip[3]),
                        valid,
                        () -> "flip " + flip[1] + " " + flip[2] + "\n" + answer.text());
                flips++;
            }
            ties++;
        }
        assertTrue(ties >= 500 && flips >= ties, ties + " ties, " + flips + " flips");
    }

    /** One tie of the file. */
    private static final class Tie {
        private final Map<String, List<String[]>> facts = new HashMap<>();
        private final StringBuilder transcript = new StringBuilder();
        private final List<String[]> flips;

        Tie(String block) {
            block.lines().forEach(line -> {
                if (line.startsWith("> ")) {
                    transcript.append(line, 2, line.length()).append('\n');
                } else {
                    String[] words = line.split(" ", -1);
                    facts.computeIfAbsent(words[0], any -> new ArrayList<>()).add(words);
                }
            });
            flips = all("flip");
        }

        Question question() {
            String[] tie = all("tie").get(0);
            String[] options = all("options").get(0);
            List<Criterion> criteria = all("criterion").stream()
                    .map(words -> new Criterion(words[1], words[2].equals("high")))
                    .toList();
            List<Win> wins = all("wins").stream()
                    .map(words -> new Win(words[1], words[2], Integer.parseInt(words[3])))
                    .toList();
            Map<String, List<BigDecimal>> cards = new HashMap<>();
            all("card").forEach(words -> cards.put(words[1], decimals(words[2], "/")));
            return new Question(
                    tie[1],
                    tie[2],
                    Integer.parseInt(tie[3]),
                    HexFormat.of().parseHex(all("seed").get(0)[1]),
                    Integer.parseInt(options[1]),
                    Integer.parseInt(options[2]),
                    options[3],
                    Boolean.parseBoolean(options[4]),
                    criteria,
                    all("player").stream().map(Tie::player).toList(),
                    wins,
                    cards);
        }

        private static Player player(String[] words) {
            return new Player(words[1], listed(words[2]), decimals(words[3], ","), listed(words[4]));
        }

        private static List<String> listed(String joined) {
            return joined.equals("-") ? List.of() : List.of(joined.split(","));
        }

        private static List<BigDecimal> decimals(String joined, String between) {
            return joined.equals("-")
                    ? List.of()
                    : List.of(joined.split(between)).stream()
                            .map(BigDecimal::new)
                            .toList();
        }

        private List<String[]> all(String fact) {
            return facts.getOrDefault(fact, List.of());
        }
    }
}
