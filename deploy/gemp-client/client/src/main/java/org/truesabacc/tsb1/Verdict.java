package org.truesabacc.tsb1;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Whether a transcript is what tsb1 gives for the question in it.
 *
 * @param valid whether every byte came out again
 * @param badLine the first line that differs, from 1; 0 where the transcript is valid
 * @param reason what is wrong with it; empty where the transcript is valid
 * @param headBound whether the result binds tie, rules and seed: only where somebody was still equal, so that a lock
 *     was made
 * @param question what was asked; none where the transcript is not valid
 * @param answer the same transcript with its places and result id; none where it is not valid
 */
public record Verdict(
        boolean valid,
        int badLine,
        String reason,
        boolean headBound,
        Optional<Question> question,
        Optional<Transcript> answer) {

    /**
     * Verifies a transcript from its bytes alone. Card values are taken from its own card lines: whether they are those
     * of the catalogue it names is not checked here.
     *
     * @param transcript anything, or null: what is no transcript does not verify
     * @return the verdict, never an exception
     */
    public static Verdict of(byte[] transcript) {
        if (transcript == null) {
            return invalid(1, "expected a transcript");
        }
        try {
            Question question = Reader.read(transcript);
            Transcript again = Transcript.of(question);
            compare(Lines.split(transcript), again);
            return new Verdict(true, 0, "", !question.share(), Optional.of(question), Optional.of(again));
        } catch (BadTranscript bad) {
            return invalid(bad.line, bad.getMessage());
        } catch (IllegalArgumentException unplayable) {
            return invalid(6, "expected a pile: " + unplayable.getMessage());
        }
    }

    private static Verdict invalid(int line, String reason) {
        return new Verdict(false, line, reason, false, Optional.empty(), Optional.empty());
    }

    private static void compare(List<String> given, Transcript again) throws BadTranscript {
        List<String> expected = Lines.split(again.text().getBytes(StandardCharsets.US_ASCII));
        for (int at = 0; at < Math.max(given.size(), expected.size()); at++) {
            if (at >= expected.size()) {
                throw new BadTranscript(at + 1, "expected the end");
            }
            if (at >= given.size() || !given.get(at).equals(expected.get(at))) {
                throw new BadTranscript(at + 1, "expected '" + expected.get(at) + "'");
            }
        }
    }
}
