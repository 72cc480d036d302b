package dev.konverge.client.transport;

import java.io.IOException;
import java.util.Optional;

/** An open WebSocket that carries binary messages. One thread may send while another receives. */
public interface WebSocketChannel extends AutoCloseable {
    /** {@return the subprotocol that the server chose, empty if it chose none} */
    String subprotocol();

    /** Sends a message; blocks while the network is full. */
    void send(byte[] message) throws IOException, InterruptedException;

    /** {@return the next message, or nothing when the other side has closed the channel in order} */
    Optional<byte[]> receive() throws IOException, InterruptedException;

    /** Closes the channel; a receiver that waits is released. Closing twice does nothing. */
    @Override
    void close();
}
