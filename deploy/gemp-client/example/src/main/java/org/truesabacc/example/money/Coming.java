package org.truesabacc.example.money;

/** What comes from the service to be given, each kind by a list of its own, and the steps of its way. */
enum Coming {
    /** Silver for a purse. */
    SETTLEMENT(
            Cursors.SETTLEMENTS,
            Step.LIST_ASKED,
            Step.LIST_ANSWERED,
            Step.SETTLEMENT_WRITTEN,
            Step.SETTLEMENT_COMMITTED,
            Step.SETTLEMENT_DEFERRED,
            Step.SETTLEMENT_ACKNOWLEDGED,
            Step.CURSOR_COMMITTED),
    /** A reward of the ladder. */
    GRANT(
            Cursors.GRANTS,
            Step.GRANTS_ASKED,
            Step.GRANTS_ANSWERED,
            Step.GRANT_WRITTEN,
            Step.GRANT_COMMITTED,
            Step.GRANT_DEFERRED,
            Step.GRANT_ACKNOWLEDGED,
            Step.GRANT_CURSOR_COMMITTED);

    /** Which row of {@code sabacc_cursor} tells how far its list was read. */
    final String cursor;

    final Step asked;
    final Step answered;
    final Step written;
    final Step committed;
    final Step deferred;
    final Step acknowledged;
    final Step passed;

    Coming(
            String cursor,
            Step asked,
            Step answered,
            Step written,
            Step committed,
            Step deferred,
            Step acknowledged,
            Step passed) {
        this.cursor = cursor;
        this.asked = asked;
        this.answered = answered;
        this.written = written;
        this.committed = committed;
        this.deferred = deferred;
        this.acknowledged = acknowledged;
        this.passed = passed;
    }
}
