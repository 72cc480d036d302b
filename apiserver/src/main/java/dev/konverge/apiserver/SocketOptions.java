package dev.konverge.apiserver;

/**
 * Where and how a server listens.
 *
 * @param host the address or name of the interface; anything but the loopback interface is reachable by others
 * @param port the port, 0 for any that is free
 * @param secure whether it speaks TLS and wants credentials; without, everybody who reaches it is the administrator
 * @param bodyBytes how long a request's body may be
 * @param watches how many watches may be open at once
 */
public record SocketOptions(String host, int port, boolean secure, int bodyBytes, int watches) {
    /** The loopback interface, any free port, TLS, and the limits of a real server. */
    public static final SocketOptions USUAL = new SocketOptions("127.0.0.1", 0, true, 3 << 20, 20_000);

    /** {@return these at another port} */
    public SocketOptions withPort(int newPort) {
        return new SocketOptions(host, newPort, secure, bodyBytes, watches);
    }

    /** {@return these at another interface} */
    public SocketOptions withHost(String newHost) {
        return new SocketOptions(newHost, port, secure, bodyBytes, watches);
    }

    /** {@return these without TLS and credentials} */
    public SocketOptions withoutSecurity() {
        return new SocketOptions(host, port, false, bodyBytes, watches);
    }
}
