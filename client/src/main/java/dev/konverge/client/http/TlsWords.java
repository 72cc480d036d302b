package dev.konverge.client.http;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the exceptions of TLS libraries say in their text, and nowhere else: those of Java, and those of Conscrypt, which has its from BoringSSL. */
public final class TlsWords {
    private static final Pattern JAVA_ALERT = Pattern.compile("alert: ([a-z_]+)");
    /** BoringSSL's reason for a failure; its text goes on with a file and addresses in memory, which tell a user nothing. */
    private static final Pattern NATIVE_REASON = Pattern.compile("OPENSSL_internal:([A-Z0-9_]+)");

    private static final Pattern NATIVE_ALERT = Pattern.compile("(?:SSLV3|TLSV1)_ALERT_([A-Z0-9_]+)");
    private static final Pattern ADDRESS = Pattern.compile(" ?(?:ssl=)?0x[0-9a-f]{6,}:?");

    private TlsWords() {}

    /** {@return the name of the alert by which the other side ended the connection, in TLS's own spelling; empty if it did not say} */
    public static String alert(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            String text = at.getMessage() == null ? "" : at.getMessage();
            Matcher java = JAVA_ALERT.matcher(text);
            if (java.find()) {
                return java.group(1);
            }
            Matcher reason = NATIVE_ALERT.matcher(text);
            if (reason.find()) {
                return reason.group(1).toLowerCase(Locale.ROOT);
            }
        }
        return "";
    }

    /** {@return the text of an exception, fit for a message} */
    public static String plain(@Nullable String text) {
        if (text == null) {
            return "";
        }
        Matcher reason = NATIVE_REASON.matcher(text);
        return reason.find()
                ? reason.group(1).toLowerCase(Locale.ROOT).replace('_', ' ')
                : ADDRESS.matcher(text).replaceAll("");
    }
}
