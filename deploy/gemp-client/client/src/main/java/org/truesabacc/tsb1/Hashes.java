package org.truesabacc.tsb1;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The protocol's pack, H and M, over SHA-256 and HMAC-SHA-256. */
final class Hashes {
    /** What stands for "nothing" in a hash: zero bytes long. */
    static final byte[] NOTHING = {};

    private Hashes() {}

    /** H(tag, parts). */
    static byte[] hash(String tag, byte[]... parts) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(pack(tag, parts));
        } catch (GeneralSecurityException absent) {
            throw new IllegalStateException("every Java has SHA-256", absent);
        }
    }

    /** M(key, tag, parts); the key has 32 bytes. */
    static byte[] mac(byte[] key, String tag, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(pack(tag, parts));
        } catch (GeneralSecurityException absent) {
            throw new IllegalStateException("every Java has HmacSHA256", absent);
        }
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** dec(n): decimal text without leading zeros. */
    static byte[] dec(long number) {
        return ascii(Long.toString(number));
    }

    /** u32(n): four bytes, big-endian. */
    static byte[] u32(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] pack(String tag, byte[]... parts) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        packed.writeBytes(u32(tag.length()));
        packed.writeBytes(ascii(tag));
        for (byte[] part : parts) {
            packed.writeBytes(u32(part.length));
            packed.writeBytes(part);
        }
        return packed.toByteArray();
    }
}
