package dev.konverge.client.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Addresses that are written in digits. */
public final class IpLiteral {
    /** Four numbers below 256, or anything with a colon: for all others Java would ask a name server. */
    private static final Pattern SHAPE =
            Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])(?:\\.(?!$)|$)){4}|.*:.*");

    private IpLiteral() {}

    /** {@return the address that a text is; null if it is none, a name for instance} */
    public static @Nullable InetAddress parse(String text) {
        try {
            return SHAPE.matcher(text).matches() ? InetAddress.getByName(text) : null;
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
