package org.truesabacc.gemp;

/** Why a tie was not broken, so that the shared standing stays. */
public enum KeepReason {
    /** The request cannot be sent: something in it is missing. */
    BAD_REQUEST,
    /** The client cannot be used as it is set up. */
    BAD_SETTINGS,
    /** The service refused the request: a field, a deck, or a tie that was stored with other content. */
    REFUSED,
    /** The service does not know this caller, or does not allow him this call. */
    NOT_ALLOWED,
    /** The stored attempt was voided; its successor has to be asked for. */
    VOIDED,
    /** The service said until the end of the tie's time that it, or its database, is away. */
    UNAVAILABLE,
    /** Too many ties on their way here, or a limit of the service that did not pass in the tie's time. */
    OVERLOADED,
    /** No answer in the time that a tie has. */
    TIME_OVER,
    /** The service failed. */
    FAILED,
    /** The answer is not what was asked for, or its transcript does not verify. */
    BAD_ANSWER,
    /** The client was closed. */
    CLOSED
}
