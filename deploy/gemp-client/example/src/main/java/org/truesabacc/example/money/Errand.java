package org.truesabacc.example.money;

import java.util.UUID;

/**
 * Something that GEMP asks of the ledger: a row of {@code sabacc_outbox}.
 *
 * @param id its name on both sides
 * @param kind which way the silver goes
 * @param player whose purse
 * @param amount whole silver, 1 or more
 * @param state how far it is
 * @param refusal the service's words where it was refused; empty where it was not
 */
record Errand(UUID id, Kind kind, String player, int amount, State state, String refusal) {
    /** Which way. */
    enum Kind {
        /** Out of the purse; it is out when the row is written. */
        DEPOSIT,
        /** Into the purse; it comes as a settlement. */
        WITHDRAWAL
    }

    /** How far. */
    enum State {
        /** Not answered. */
        WAITING,
        /** Answered: the ledger has written it. */
        DONE,
        /** A refused deposit, with its silver back in the purse, or a refused withdrawal. */
        REFUSED,
        /** A refused deposit for whose silver the purse has no room now. */
        RETURNING
    }

    Errand {
        if (amount < 1) {
            throw new IllegalArgumentException(amount + " silver, expected 1 or more");
        }
    }

    static Errand deposit(UUID id, String player, int amount) {
        return new Errand(id, Kind.DEPOSIT, player, amount, State.WAITING, "");
    }

    static Errand withdrawal(UUID id, String player, int amount) {
        return new Errand(id, Kind.WITHDRAWAL, player, amount, State.WAITING, "");
    }

    boolean asksTheSameAs(Errand other) {
        return kind == other.kind && player.equals(other.player) && amount == other.amount;
    }

    /** What the row of {@code transfer} says; the id stands in it, so that each can be told from all others. */
    String reason() {
        return "Sabacc deposit " + id;
    }

    String reasonOfReturn() {
        return "Sabacc deposit refused " + id;
    }
}
