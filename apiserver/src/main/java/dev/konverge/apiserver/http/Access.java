package dev.konverge.apiserver.http;

import dev.konverge.base.tls.Identity;

/** How the socket is protected. */
public sealed interface Access {
    /**
     * TLS, and users that are told apart by their credentials.
     *
     * @param server the server's certificate and key
     * @param authenticator what knows the clients
     */
    record Protected(Identity server, Authenticator authenticator) implements Access {}

    /** Plain HTTP, and everybody is the administrator: for the loopback interface and short lives. */
    record Open() implements Access {}
}
