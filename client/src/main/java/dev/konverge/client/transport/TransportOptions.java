package dev.konverge.client.transport;

import dev.konverge.client.config.ExecPolicy;

/**
 * What holds for all transports of a process.
 *
 * @param execPolicy which exec plugins may be run
 * @param metrics who is told what happens
 */
public record TransportOptions(ExecPolicy execPolicy, TransportMetrics metrics) {
    /** Every plugin may be run, and nobody is told. */
    public static final TransportOptions STANDARD = new TransportOptions(ExecPolicy.STANDARD, TransportMetrics.NONE);

    /** {@return a copy with another policy} */
    public TransportOptions withExecPolicy(ExecPolicy policy) {
        return new TransportOptions(policy, metrics);
    }

    /** {@return a copy that tells somebody else} */
    public TransportOptions withMetrics(TransportMetrics told) {
        return new TransportOptions(execPolicy, told);
    }
}
