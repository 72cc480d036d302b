package dev.konverge.client.transport;

import org.conscrypt.Conscrypt;

/** Who encrypts connections: what holds with one of them has to hold with the other. */
enum TlsBy {
    JAVA,
    CONSCRYPT;

    TransportOptions options() {
        return switch (this) {
            case JAVA -> TransportOptions.STANDARD;
            case CONSCRYPT -> TransportOptions.STANDARD.withTlsProvider(Conscrypt.newProvider());
        };
    }
}
