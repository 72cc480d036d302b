package dev.konverge.client.config;

/** Whose word is taken for who the server is. */
public sealed interface Trust {
    /** Those whom the Java runtime trusts. */
    record JavaRuntime() implements Trust {}

    /**
     * These authorities and nobody else.
     *
     * @param certificates their certificates
     */
    record Authorities(PemSource certificates) implements Trust {}

    /** Anybody: the server is not authenticated. For experiments only. */
    record Anybody() implements Trust {}
}
