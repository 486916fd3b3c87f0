package org.truesabacc.tsb1;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/** V: exact decimals of at most 12 digits and 7 decimals. */
final class Decimals {
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,12}(\\.[0-9]{1,7})?");

    private Decimals() {}

    /**
     * Reads a decimal, however many zeros it is written with.
     *
     * @throws NumberFormatException it is none
     */
    static BigDecimal parse(String text) {
        if (text.length() > 21 || !DECIMAL.matcher(text).matches()) {
            throw new NumberFormatException("no decimal of at most 12 digits and 7 decimals");
        }
        return new BigDecimal(text);
    }

    /** Writes a decimal in its one form: no trailing zero, no exponent, no minus before zero. */
    static String text(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
