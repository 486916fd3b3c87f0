/**
 * The client that GEMP calls: hand over a tie, get the order or "keep the shared standing".
 *
 * <p>Nothing here throws into the caller or blocks him. {@link org.truesabacc.gemp.SabaccClient} is the way in.
 */
package org.truesabacc.gemp;
