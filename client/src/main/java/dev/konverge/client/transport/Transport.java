package dev.konverge.client.transport;

/**
 * Carries requests to one API server and its answers back. The port between the clients and the network, so small that
 * an API server in the same process can stand behind it without a socket.
 *
 * <p>Safe for use by any number of threads. A call blocks its thread, best a virtual one; interrupting the thread ends
 * the call.
 */
public interface Transport extends AutoCloseable {
    /**
     * Sends a request. {@return the answer, as soon as its status and headers are there; the caller closes it}
     *
     * @throws TransportException if no answer came
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    HttpResponse send(HttpRequest request) throws InterruptedException;

    /**
     * Opens a WebSocket. {@return the open channel; the caller closes it}
     *
     * @param request what is asked for, a GET
     * @param subprotocols the subprotocols offered, the preferred one first
     * @throws TransportException if the channel could not be opened; a refusal by the server carries its answer
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    WebSocketChannel open(HttpRequest request, java.util.List<String> subprotocols) throws InterruptedException;

    /** Ends all that is under way and gives up the connections. */
    @Override
    void close();
}
