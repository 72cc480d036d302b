package dev.konverge.client.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Addresses that are written in digits. */
public final class IpLiteral {
    /**
     * Four numbers below 256, or hexadecimal digits with a colon among them, before a zone if there is one: for all others, a name with a
     * port for instance, Java would ask a name server.
     */
    private static final Pattern SHAPE = Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])(?:\\.(?!$)|$)){4}"
            + "|(?=[^%]*:)[0-9A-Fa-f:][0-9A-Fa-f:.]*(?:%.*)?");

    private IpLiteral() {}

    /** {@return the address that a text is; null if it is none, a name for instance} */
    public static @Nullable InetAddress parse(String text) {
        try {
            return hasShape(text) ? InetAddress.getByName(text) : null;
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /** {@return whether Java takes a text for an address, maybe a wrong one, and asks nobody what it means} */
    static boolean hasShape(String text) {
        return SHAPE.matcher(text).matches();
    }
}
