package dev.konverge.apiserver;

import java.util.Map;

/**
 * Where and how a server listens.
 *
 * @param host the address or name of the interface; anything but the loopback interface is reachable by others
 * @param port the port, 0 for any that is free
 * @param secure whether it speaks TLS and wants credentials; without, everybody who reaches it is the administrator
 * @param bodyBytes how long a request's body may be
 * @param watches how many watches may be open at once
 * @param tokens bearer tokens and whose they are, beside the administrator's, which is made up anew each time
 * @param anonymous whether those without credentials may come in, as {@link User#ANONYMOUS}; what they may do is for the roles to say
 */
public record SocketOptions(
        String host,
        int port,
        boolean secure,
        int bodyBytes,
        int watches,
        Map<String, User> tokens,
        boolean anonymous) {
    /** The loopback interface, any free port, TLS, and the limits of a real server. */
    public static final SocketOptions USUAL = new SocketOptions("127.0.0.1", 0, true, 3 << 20, 20_000, Map.of(), true);

    /** Copies its argument. */
    public SocketOptions {
        tokens = Map.copyOf(tokens);
    }

    /** {@return these at another port} */
    public SocketOptions withPort(int newPort) {
        return new SocketOptions(host, newPort, secure, bodyBytes, watches, tokens, anonymous);
    }

    /** {@return these at another interface} */
    public SocketOptions withHost(String newHost) {
        return new SocketOptions(newHost, port, secure, bodyBytes, watches, tokens, anonymous);
    }

    /** {@return these without TLS and credentials} */
    public SocketOptions withoutSecurity() {
        return new SocketOptions(host, port, false, bodyBytes, watches, tokens, anonymous);
    }

    /** {@return these with other tokens, such as those of a {@link TokenFile}} */
    public SocketOptions withTokens(Map<String, User> newTokens) {
        return new SocketOptions(host, port, secure, bodyBytes, watches, newTokens, anonymous);
    }

    /** {@return these without those who have no credentials} */
    public SocketOptions withoutAnonymous() {
        return new SocketOptions(host, port, secure, bodyBytes, watches, tokens, false);
    }

    /** {@return all but the tokens} */
    @Override
    public String toString() {
        return "SocketOptions[" + host + ":" + port + (secure ? ", secure" : "") + (anonymous ? ", anonymous" : "")
                + ", bodyBytes=" + bodyBytes + ", watches=" + watches + ", " + tokens.size() + " tokens]";
    }
}
