package org.truesabacc.gemp;

/**
 * A player's place inside the broken tie.
 *
 * @param place 1 is the best of the tie
 * @param player his name
 * @param decidedBy what parted him from the others last
 * @param detail a criterion's name or a hand's number
 */
public record Placed(int place, String player, DecidedBy decidedBy, String detail) {}
