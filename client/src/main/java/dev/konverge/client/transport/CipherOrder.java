package dev.konverge.client.transport;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * Which ciphers are offered to a server, the one that is wanted most first.
 *
 * <p>Java's own TLS has the processor's instructions for AES only in code of the second compiler. Until that is done, and always in a
 * process without it, AES goes at a fifth of the speed of ChaCha20, and a controller reads most of what it ever reads in its first seconds. So
 * ChaCha20 comes first; API servers follow such a wish, as Go's TLS does. A server that has no ChaCha20 takes one of the others.
 */
final class CipherOrder {
    /** With it users of Java set an order themselves. */
    private static final String PROPERTY = "jdk.tls.client.cipherSuites";

    private static final String JAVAS_OWN = "SunJSSE";

    private CipherOrder() {}

    /** {@return what connections of that kind offer}: what the runtime would, in an order that suits a young process. */
    static List<String> of(SSLContext tls) {
        List<String> enabled = List.of(tls.getDefaultSSLParameters().getCipherSuites());
        return isJavasOwn(tls) && System.getProperty(PROPERTY) == null ? chaCha20First(enabled) : enabled;
    }

    /** {@return whether connections of that kind are encrypted by the Java runtime} */
    static boolean isJavasOwn(SSLContext tls) {
        return tls.getProvider().getName().equals(JAVAS_OWN);
    }

    /** Those that agree on a key slowly stay where they are. */
    static List<String> chaCha20First(List<String> enabled) {
        Predicate<String> wanted = Pattern.compile("^TLS_(ECDHE_.*_)?CHACHA20_").asPredicate();
        return Stream.concat(enabled.stream().filter(wanted), enabled.stream().filter(wanted.negate()))
                .toList();
    }
}
