package dev.konverge.client.transport;

import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.ProxyChoice;
import dev.konverge.client.http.IpLiteral;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says which proxy leads to a server, by the rules that Go's programs follow. Resolves no names. */
final class ProxyRules {
    private static final Pattern SOCKS5H = Pattern.compile("^socks5h://", Pattern.CASE_INSENSITIVE);

    private final Environment environment;

    ProxyRules(Environment environment) {
        this.environment = environment;
    }

    /** {@return the proxy on the way to a server, or nothing if the way is straight} */
    Optional<URI> proxyFor(URI server, ProxyChoice choice) {
        return switch (choice) {
            case ProxyChoice.Direct direct -> Optional.empty();
            case ProxyChoice.Via via -> Optional.of(via.proxy());
            case ProxyChoice.FromEnvironment environmentDecides -> fromEnvironment(server);
        };
    }

    private Optional<URI> fromEnvironment(URI server) {
        String name = "https".equals(server.getScheme()) ? "HTTPS_PROXY" : "HTTP_PROXY";
        String proxy = variable(name);
        if (proxy.isEmpty() || isLoopback(server.getHost()) || excluded(server)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ProxyChoice.Via(URI.create(address(proxy))).proxy());
        } catch (IllegalArgumentException e) {
            throw new ConfigException(
                    "not the address of a proxy", "variable " + name, "write it like http://host:3128");
        }
    }

    /** {@return the address that a variable means} Names are left to a socks5 proxy anyway, which is all that the h asks for. */
    private static String address(String proxy) {
        return proxy.contains("://") ? SOCKS5H.matcher(proxy).replaceFirst("socks5://") : "http://" + proxy;
    }

    private String variable(String name) {
        String value = environment.variable(name);
        return value.isEmpty() ? environment.variable(name.toLowerCase(Locale.ROOT)) : value;
    }

    private boolean excluded(URI server) {
        String host = bare(server.getHost());
        int port = server.getPort() >= 0 ? server.getPort() : "https".equals(server.getScheme()) ? 443 : 80;
        for (String item : variable("NO_PROXY").split(",", -1)) {
            String rule = item.strip().toLowerCase(Locale.ROOT);
            if (rule.equals("*") || (!rule.isEmpty() && matches(rule, host, port))) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String rule, String host, int port) {
        byte[] address = literal(host);
        int slash = rule.indexOf('/');
        if (slash > 0) {
            return address != null && inNetwork(address, rule.substring(0, slash), rule.substring(slash + 1));
        }
        String name = rule;
        int colon = rule.lastIndexOf(':');
        if (colon > 0 && literal(bare(rule)) == null) {
            if (!rule.substring(colon + 1).equals(Integer.toString(port))) {
                return false;
            }
            name = rule.substring(0, colon);
        }
        byte[] ruleAddress = literal(bare(name));
        if (ruleAddress != null) {
            return address != null && java.util.Arrays.equals(ruleAddress, address);
        }
        return matchesDomain(name.startsWith("*.") ? name.substring(1) : name, host);
    }

    /** A name stands for itself and all below it; with a dot in front only for what is below it. */
    private static boolean matchesDomain(String rule, String host) {
        if (rule.startsWith(".")) {
            return host.endsWith(rule);
        }
        return host.equals(rule) || host.endsWith("." + rule);
    }

    private static boolean inNetwork(byte[] address, String network, String bits) {
        byte[] base = literal(bare(network));
        if (base == null || base.length != address.length || !bits.matches("[0-9]{1,3}")) {
            return false;
        }
        int shift = Math.max(0, base.length * 8 - Integer.parseInt(bits));
        return new BigInteger(1, base).shiftRight(shift).equals(new BigInteger(1, address).shiftRight(shift));
    }

    static boolean isLoopback(String host) {
        InetAddress address = IpLiteral.parse(bare(host));
        return address == null ? host.equalsIgnoreCase("localhost") : address.isLoopbackAddress();
    }

    private static String bare(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
    }

    private static byte @Nullable [] literal(String host) {
        InetAddress address = IpLiteral.parse(host);
        return address == null ? null : address.getAddress();
    }
}
