package org.truesabacc.tsb1;

import java.util.ArrayList;
import java.util.List;

/** The lines of a transcript, read from the top. */
final class Lines {
    private static final int MOST_BYTES = 1 << 20;

    private final List<String> lines;
    private int next;

    Lines(byte[] transcript) throws BadTranscript {
        this.lines = split(transcript);
    }

    /** Splits a file into its lines, without their LF. */
    static List<String> split(byte[] transcript) throws BadTranscript {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (int at = 0; at < transcript.length; at++) {
            if (transcript[at] < 0 || at >= MOST_BYTES) {
                throw new BadTranscript(lines.size() + 1, "expected ASCII, at most 1 MiB");
            }
            if (transcript[at] == '\n') {
                lines.add(line.toString());
                line.setLength(0);
            } else {
                line.append((char) transcript[at]);
            }
        }
        if (!line.isEmpty() || lines.isEmpty()) {
            throw new BadTranscript(lines.size() + 1, "expected a line ended by LF");
        }
        return lines;
    }

    /** Number of the line that was taken last, from 1. */
    int number() {
        return next;
    }

    BadTranscript bad(String expected) {
        return new BadTranscript(next, "expected " + expected);
    }

    /** Takes a line that is always the same. */
    void exactly(String expected) throws BadTranscript {
        String line = next < lines.size() ? lines.get(next) : "";
        next++;
        if (!line.equals(expected)) {
            throw bad("'" + expected + "'");
        }
    }

    boolean isNext(String word) {
        return next < lines.size() && lines.get(next).startsWith(word + " ");
    }

    /** Passes over all lines before the next one that begins with a word. */
    void skipTo(String word) {
        while (next < lines.size() && !isNext(word)) {
            next++;
        }
    }

    /** Takes a line of {@code count} words that begins with {@code word}. */
    String[] take(String word, int count) throws BadTranscript {
        boolean begins = isNext(word);
        next++;
        String[] words = begins ? lines.get(next - 1).split(" ", -1) : new String[0];
        if (words.length != count) {
            throw bad("a line '" + word + "' of " + count + " words");
        }
        return words;
    }
}
