package org.truesabacc.tsb1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.truesabacc.Repository;

/** The transcripts that stand in the repository, and what is none. */
class TranscriptsTest {
    static Stream<Path> transcripts() throws IOException {
        return Repository.transcripts().stream();
    }

    @Test
    void thereAreTranscriptsToVerify() throws IOException {
        assertTrue(Repository.transcripts().size() >= 21, "nine vectors and twelve golden transcripts at least");
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void everyTranscriptOfTheRepositoryVerifies(Path file) throws IOException {
        byte[] transcript = Files.readAllBytes(file);
        Verdict verdict = Verdict.of(transcript);
        assertEquals("", verdict.reason());
        assertTrue(verdict.valid());
        assertEquals(
                new String(transcript, StandardCharsets.US_ASCII),
                verdict.answer().orElseThrow().text());
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void noByteOfAPlayedTieCanBeChanged(Path file) throws IOException {
        byte[] transcript = Files.readAllBytes(file);
        if (!Verdict.of(transcript).headBound()) {
            return;
        }
        for (int at = 0; at < transcript.length; at++) {
            byte[] flipped = transcript.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            assertFalse(Verdict.of(flipped).valid(), "byte " + at);
        }
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void aTranscriptThatIsCutShortDoesNotVerify(Path file) throws IOException {
        String text = Files.readString(file);
        for (int at = text.indexOf('\n'); at < text.length() - 1; at = text.indexOf('\n', at + 1)) {
            Verdict verdict = Verdict.of(text.substring(0, at + 1).getBytes(StandardCharsets.US_ASCII));
            assertFalse(verdict.valid());
            assertTrue(verdict.badLine() > 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "tsb1 1", "tsb1 1\n", "tsb1 2\n", "\u00e9\n", "tsb1 1\nrules sabacc-11/1\n"})
    void whatIsNoTranscriptDoesNotVerify(String text) {
        Verdict verdict = Verdict.of(text.getBytes(StandardCharsets.UTF_8));
        assertFalse(verdict.valid());
        assertTrue(verdict.badLine() > 0);
    }

    @Test
    void nothingDoesNotVerify() {
        assertFalse(Verdict.of(null).valid());
        assertEquals(1, Verdict.of(null).badLine());
    }

    @Test
    void aFileOfTwoMebibytesIsRefusedAtOnce() {
        assertFalse(Verdict.of("x".repeat(1 << 21).getBytes(StandardCharsets.US_ASCII))
                .valid());
    }

    @Test
    void theFirstLineThatDiffersIsNamed() throws IOException {
        Path file = Repository.transcripts().stream()
                .filter(path ->
                        path.endsWith("two-players.txt") && path.toString().contains("vectors"))
                .findFirst()
                .orElseThrow();
        List<String> lines = Files.readAllLines(file);
        int total = lines.indexOf("total 1 bob 1+3+3+0 7 under");
        String wrong = Files.readString(file).replace("1+3+3+0 7 under", "1+3+3+0 8 under");
        assertEquals(
                total + 1, Verdict.of(wrong.getBytes(StandardCharsets.US_ASCII)).badLine());
    }
}
