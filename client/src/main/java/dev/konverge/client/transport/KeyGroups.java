package dev.konverge.client.transport;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * Which groups a key is agreed on in.
 *
 * <p>Java's own TLS makes a pair of keys for a curve of NIST beside the one for X25519 in every handshake, in case the server wants it, and before the first
 * of them a table of multiples: a tenth of a second of a young process. API servers want X25519, as Go's TLS does. So only groups
 * with it are offered; a server that has none of them, because of rules that it has to follow, is offered all on a second connection.
 */
final class KeyGroups {
    /** With it users of Java choose the groups themselves. */
    private static final String PROPERTY = "jdk.tls.namedGroups";

    /** That curve, alone or together with what is to withstand quantum computers. */
    private static final Pattern WANTED = Pattern.compile("x25519.*", Pattern.CASE_INSENSITIVE);

    private KeyGroups() {}

    /** {@return the groups that connections of that kind offer at first; empty for those of the runtime} */
    static List<String> of(SSLContext tls) {
        String[] enabled = tls.getDefaultSSLParameters().getNamedGroups();
        return enabled == null || !CipherOrder.isJavasOwn(tls) || System.getProperty(PROPERTY) != null
                ? List.of()
                : Stream.of(enabled).filter(WANTED.asMatchPredicate()).toList();
    }
}
