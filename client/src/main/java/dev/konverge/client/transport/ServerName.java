package dev.konverge.client.transport;

import dev.konverge.client.http.IpLiteral;
import java.net.InetAddress;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The name that a server must prove, as RFC 9525 says: one of the alternative names of its certificate. The common name does not count, and a
 * wildcard stands for one whole label, the first.
 *
 * <p>Java's own check reads all public authorities of the runtime first, to find out whether the certificate is of one of them: 150 certificates that a
 * client of a cluster with its own authority has no use for.
 */
final class ServerName {
    private static final int DNS = 2;
    private static final int ADDRESS = 7;

    private final String name;
    private final @Nullable InetAddress address;

    /** @param name as it stands in an address, without the brackets of an IPv6 address */
    ServerName(String name) {
        String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        this.name = bare.toLowerCase(Locale.ROOT);
        this.address = IpLiteral.parse(bare);
    }

    /** @throws WrongName if the certificate is for others only */
    void check(X509Certificate certificate) throws CertificateException {
        List<String> others = new ArrayList<>();
        for (List<?> alternative : alternatives(certificate)) {
            int type = (Integer) alternative.get(0);
            if (type == DNS || type == ADDRESS) {
                String proven = (String) alternative.get(1);
                if (type == ADDRESS ? isAddress(proven) : isName(proven.toLowerCase(Locale.ROOT))) {
                    return;
                }
                others.add(proven);
            }
        }
        throw new WrongName(others.isEmpty() ? "it is for no name at all" : "it is for " + String.join(", ", others));
    }

    private static Iterable<List<?>> alternatives(X509Certificate certificate) throws CertificateParsingException {
        var alternatives = certificate.getSubjectAlternativeNames();
        return alternatives == null ? List.of() : alternatives;
    }

    private boolean isAddress(String proven) {
        return address != null && address.equals(IpLiteral.parse(proven));
    }

    private boolean isName(String proven) {
        if (address != null || name.isEmpty()) {
            return false;
        }
        if (proven.startsWith("*.")) {
            int dot = name.indexOf('.');
            return dot > 0 && name.substring(dot).equals(proven.substring(1));
        }
        return proven.equals(name);
    }

    /** The certificate is good, but for another name. */
    static final class WrongName extends CertificateException {
        private static final long serialVersionUID = 1L;

        WrongName(String message) {
            super(message);
        }
    }
}
