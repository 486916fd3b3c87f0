package org.truesabacc.example.money;

/** The moments that a crash may fall between, on GEMP's side; the tests kill one side or the other at each of them. */
enum Step {
    /** An errand is written, and for a deposit the silver is out of the purse; not committed. */
    ASK_WRITTEN,
    /** It is committed. */
    ASK_COMMITTED,
    /** A waiting errand is about to be sent. */
    ASK_SENT,
    /** The service has answered it. */
    ASK_ANSWERED,
    /** The answer is written; not committed. */
    ANSWER_WRITTEN,
    /** It is committed. */
    ANSWER_COMMITTED,
    /** The silver of a refused deposit is back in its purse; not committed. */
    RETURN_WRITTEN,
    /** It is committed. */
    RETURN_COMMITTED,
    /** The list of settlements is about to be asked for. */
    LIST_ASKED,
    /** The list is here. */
    LIST_ANSWERED,
    /** A settlement is in its purse and in the inbox; not committed. */
    SETTLEMENT_WRITTEN,
    /** It is committed, and not acknowledged. */
    SETTLEMENT_COMMITTED,
    /** A settlement has no room in its purse, which is not acknowledged. */
    SETTLEMENT_DEFERRED,
    /** A settlement is acknowledged, one way or the other. */
    SETTLEMENT_ACKNOWLEDGED,
    /** The cursor is behind it. */
    CURSOR_COMMITTED,
    /** The list of rewards is about to be asked for. */
    GRANTS_ASKED,
    /** The list is here. */
    GRANTS_ANSWERED,
    /** A reward is given and in the inbox; not committed. */
    GRANT_WRITTEN,
    /** It is committed, and not acknowledged. */
    GRANT_COMMITTED,
    /** A reward cannot be given now, which is not acknowledged. */
    GRANT_DEFERRED,
    /** A reward is acknowledged, one way or the other. */
    GRANT_ACKNOWLEDGED,
    /** The cursor is behind it. */
    GRANT_CURSOR_COMMITTED,
    /** The books are about to be compared. */
    BOOKS_SENT,
    /** They are compared. */
    BOOKS_ANSWERED,
    /** What was compared is written; not committed. */
    BOOKS_WRITTEN,
    /** It is committed. */
    BOOKS_COMMITTED;

    /** Whoever wants to know that a step is reached. */
    interface Watcher {
        /** Nobody. */
        Watcher NOBODY = step -> {};

        void reached(Step step);
    }
}
