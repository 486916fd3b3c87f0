package org.truesabacc.gemp;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Makes text from outside fit for a log line. */
final class SafeText {
    private static final int MOST = 300;
    private static final Pattern TOKEN = Pattern.compile("sabacc_[A-Za-z0-9_-]+");
    private static final Pattern BEARER = Pattern.compile("(?i)(bearer) +[!-~]+");

    private SafeText() {}

    /** Cuts a text to one printable line without tokens, and withholds it where it tells the seed. */
    static String of(String text, byte[] seed) {
        return of(text, seed, "");
    }

    /** The same, without the token of this client too, whatever it looks like; empty: there is none. */
    static String of(String text, byte[] seed, String token) {
        if (text == null) {
            return "";
        }
        if (tells(text, seed)) {
            return "(text withheld: it repeats the seed)";
        }
        String line = text.replaceAll("[^ -~]+", " ").strip();
        line = token.isEmpty() ? line : line.replace(token, "?");
        line = BEARER.matcher(line).replaceAll("$1 ?");
        line = TOKEN.matcher(line).replaceAll("sabacc_?");
        return line.length() <= MOST ? line : line.substring(0, MOST) + "...";
    }

    /** Whether a text shows a seed: in hexadecimal, in base64, or as it is. */
    private static boolean tells(String text, byte[] seed) {
        if (seed.length == 0) {
            return false;
        }
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        boolean hex = text.toLowerCase(Locale.ROOT).contains(HexFormat.of().formatHex(seed));
        return hex
                || Stream.of(
                                base64.encodeToString(seed),
                                base64.encodeToString(seed).replace('+', '-').replace('/', '_'),
                                new String(seed, StandardCharsets.ISO_8859_1))
                        .anyMatch(text::contains);
    }
}
