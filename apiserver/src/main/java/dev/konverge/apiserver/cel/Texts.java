package dev.konverge.apiserver.cel;

import dev.konverge.apiserver.failure.GoText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** How values are written where a text is made of them. */
final class Texts {
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ISO_OFFSET_DATE_TIME;

    private static final int PLAIN_DIGITS = 6;

    private Texts() {}

    /** {@return what {@code string(value)} gives, or how a message shows a value that cannot be converted} */
    static String plain(Object value) {
        return switch (value) {
            case String text -> text;
            case Double number -> number(number);
            case Bytes bytes -> new String(bytes.toArray(), StandardCharsets.UTF_8);
            case Duration span -> span(span);
            case Instant moment -> moment(moment);
            case Nothing ignored -> "null";
            case TypeName type -> type.name();
            default -> value.toString();
        };
    }

    static String moment(Instant moment) {
        String text = MOMENT.format(moment.atOffset(ZoneOffset.UTC));
        int dot = text.indexOf('.');
        // Always with seconds, and with no more digits behind them than are needed.
        return dot < 0 ? text : text.replaceAll("0+Z$", "Z").replace(".Z", "Z");
    }

    static String span(Duration span) {
        BigDecimal seconds = BigDecimal.valueOf(span.toNanos(), 9).stripTrailingZeros();
        return (seconds.signum() == 0 ? "0" : seconds.toPlainString()) + "s";
    }

    /** {@return a number with as few digits as needed, as an exponent from a million on} */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = exact.precision() - exact.scale() - 1;
        if (exponent >= -4 && exponent < PLAIN_DIGITS) {
            return exact.toPlainString();
        }
        return scientific(exact, exponent);
    }

    private static String scientific(BigDecimal exact, int exponent) {
        String digits = exact.unscaledValue().abs().toString();
        String mantissa = digits.charAt(0) + (digits.length() > 1 ? "." + digits.substring(1) : "");
        String power = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : Integer.toString(Math.abs(exponent));
        return (exact.signum() < 0 ? "-" : "") + mantissa + "e" + (exponent < 0 ? "-" : "+") + power;
    }

    static String quoted(String text) {
        return GoText.quote(text);
    }
}
