package org.truesabacc.gemp;

/** What parted a player from the others. */
public enum DecidedBy {
    /** A criterion of the request; the detail is its name. */
    CRITERION,
    /** A hand of sabacc; the detail is its number. */
    SABACC,
    /** The lot, because all replays were equal; the detail is the number of the last hand. */
    LOT
}
