package dev.konverge.benchmarks.client;

/** What the benchmark asks of a client. Safe for many threads. */
interface ClientUnderTest extends AutoCloseable {
    /** Reads a config map of about a kilobyte. */
    void get() throws Exception;

    /** Replaces it, with itself. */
    void update() throws Exception;

    /** Reads all pods in one answer. {@return how many there are} */
    int list() throws Exception;

    /** Watches pods, and waits for what never comes, on threads as this client's users have them. The caller closes it. */
    AutoCloseable watch() throws Exception;

    @Override
    void close();
}
