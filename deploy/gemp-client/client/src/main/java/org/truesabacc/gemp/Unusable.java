package org.truesabacc.gemp;

/** A setting that cannot be used: its key, and what was expected. */
final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String what) {
        super(what);
    }
}
