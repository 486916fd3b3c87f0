package org.truesabacc.tsb1;

import java.nio.ByteBuffer;

/** STREAM: the endless row of 32-bit words that a seed has under one label. */
final class Words {
    private static final long RANGE = 1L << 32;

    private final byte[] seed;
    private final byte[] label;
    private int nextBlock;
    private ByteBuffer block = ByteBuffer.allocate(0);

    Words(byte[] seed, String label) {
        this.seed = seed;
        this.label = Hashes.ascii(label);
    }

    /** The next word, 0 to 2^32 - 1. */
    long next() {
        if (!block.hasRemaining()) {
            block = ByteBuffer.wrap(Hashes.mac(seed, "tsb1/stream", label, Hashes.u32(nextBlock++)));
        }
        return Integer.toUnsignedLong(block.getInt());
    }

    /** UNIFORM: a number from 0 to n - 1, each as likely; words past the last whole multiple of n are thrown away. */
    long uniform(long n) {
        long limit = RANGE - RANGE % n;
        long word = next();
        while (word >= limit) {
            word = next();
        }
        return word % n;
    }
}
