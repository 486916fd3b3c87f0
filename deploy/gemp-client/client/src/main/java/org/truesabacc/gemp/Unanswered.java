package org.truesabacc.gemp;

/**
 * A call has no answer that counts, and the service may or may not have done what it asks: make the very same call
 * again, under its own id, until it is answered or {@link Refused}.
 */
public final class Unanswered extends Exception {
    private static final long serialVersionUID = 1L;

    private final KeepReason reason;

    Unanswered(KeepReason reason, String text) {
        super(text);
        this.reason = reason;
    }

    /** Why. */
    public KeepReason reason() {
        return reason;
    }

    /** Whether it is about this one call, so that others may well be answered: something for a person to look at. */
    public boolean isOfThisCallOnly() {
        return reason == KeepReason.REFUSED || reason == KeepReason.FAILED || reason == KeepReason.BAD_ANSWER;
    }
}
