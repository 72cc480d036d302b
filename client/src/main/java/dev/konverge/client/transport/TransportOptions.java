package dev.konverge.client.transport;

import dev.konverge.client.config.ExecPolicy;
import java.security.Provider;
import java.util.Optional;

/**
 * What holds for all transports of a process.
 *
 * @param execPolicy which exec plugins may be run
 * @param metrics who is told what happens
 * @param tlsProvider who encrypts connections; empty for the first of the Java runtime that can
 */
public record TransportOptions(ExecPolicy execPolicy, TransportMetrics metrics, Optional<Provider> tlsProvider) {
    /** Every plugin may be run, nobody is told, and the Java runtime encrypts. */
    public static final TransportOptions STANDARD =
            new TransportOptions(ExecPolicy.STANDARD, TransportMetrics.NONE, Optional.empty());

    /** {@return a copy with another policy} */
    public TransportOptions withExecPolicy(ExecPolicy policy) {
        return new TransportOptions(policy, metrics, tlsProvider);
    }

    /** {@return a copy that tells somebody else} */
    public TransportOptions withMetrics(TransportMetrics told) {
        return new TransportOptions(execPolicy, told, tlsProvider);
    }

    /**
     * {@return a copy whose connections are encrypted by a provider, such as that of Conscrypt, whose code is native}
     *
     * <p>It only makes the secure channel. Whom to trust, whether names match, and which client certificate is shown is still
     * decided by the Java runtime's own code. The provider need not be registered with the runtime, and nobody else uses it.
     *
     * <p>Before Java 24, a provider that reads while it holds a monitor, as Conscrypt does, keeps a carrier thread for as long as a
     * virtual thread waits on a connection of HTTP/1.1. With HTTP/2 virtual threads never read connections.
     */
    public TransportOptions withTlsProvider(Provider provider) {
        return new TransportOptions(execPolicy, metrics, Optional.of(provider));
    }
}
