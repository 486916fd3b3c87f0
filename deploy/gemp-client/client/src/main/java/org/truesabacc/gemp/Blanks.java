package org.truesabacc.gemp;

/** Blanks as the service strips them, which are Python's: {@link String#strip} leaves some and takes others. */
final class Blanks {
    private Blanks() {}

    static String strip(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (from < to && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return c >= 0x09 && c <= 0x0d
                || c >= 0x1c && c <= 0x20
                || c == 0x85
                || c == 0xa0
                || c == 0x1680
                || c >= 0x2000 && c <= 0x200a
                || c == 0x2028
                || c == 0x2029
                || c == 0x202f
                || c == 0x205f
                || c == 0x3000;
    }
}
