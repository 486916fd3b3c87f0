package org.truesabacc.gemp;

/** The service has refused a call for ever: whenever the same call is made again, it is refused again. */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    Refused(String reason, String text) {
        super(text);
        this.reason = reason;
    }

    /** The service's reason, {@code NO_ROOM} for instance; callers branch on it. */
    public String reason() {
        return reason;
    }
}
