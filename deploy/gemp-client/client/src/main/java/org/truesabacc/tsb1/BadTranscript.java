package org.truesabacc.tsb1;

/** A line that no transcript of tsb1 holds there. */
final class BadTranscript extends Exception {
    private static final long serialVersionUID = 1L;

    /** From 1. */
    final int line;

    BadTranscript(int line, String reason) {
        super(reason);
        this.line = line;
    }
}
