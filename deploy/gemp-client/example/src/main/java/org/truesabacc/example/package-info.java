/**
 * GEMP's part in a tie, played without one of its classes: standings with exact ties, one cleaner thread, tournaments
 * and leagues that ask beside their tick, and a table in which the answers are kept.
 */
package org.truesabacc.example;
