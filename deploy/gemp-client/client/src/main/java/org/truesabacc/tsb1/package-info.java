/**
 * Protocol tsb1 once more, in plain Java: draws a seeded tie, renders its transcript, and verifies one.
 *
 * <p>Written from the protocol's text and of nothing but {@code java.base}, so that a result counts only where two
 * programs that share no line agree. Everything in a transcript is ASCII without blanks, so the order of bytes is the
 * order of {@link String}.
 */
package org.truesabacc.tsb1;
