package dev.konverge.client;

import dev.konverge.client.transport.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The body of an answer, which remembers how much of it was read and how it began. Closing it closes the answer.
 */
final class ResponseStream extends InputStream {
    private static final int HEAD = 512;

    private static final byte[] NONE = {};

    private final Operation operation;
    private final HttpResponse response;
    private final InputStream body;
    private byte[] head = NONE;
    private long count;
    private boolean ended;

    /** Whether {@link #kept} has arrived and was not read yet. */
    private boolean keeping;

    private byte kept;

    ResponseStream(Operation operation, HttpResponse response) {
        this.operation = operation;
        this.response = response;
        this.body = response.body();
    }

    /**
     * Waits for the next byte without a buffer to put it into, and keeps it for whoever reads: hundreds of watches may wait
     * like that. {@return whether there is one}
     */
    boolean awaitByte() throws IOException {
        if (!keeping) {
            int next = body.read();
            ended |= next < 0;
            keeping = next >= 0;
            kept = (byte) next;
        }
        return keeping;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        // Some bodies wait for the next bytes even then, and readNBytes asks so at its end: an event would wait for the
        // one behind it.
        if (length == 0) {
            return 0;
        }
        int n = take(target, offset, length);
        if (n > 0) {
            if (count < HEAD) {
                head = Arrays.copyOf(head, (int) Math.min(HEAD, count + n));
                System.arraycopy(target, offset, head, (int) count, head.length - (int) count);
            }
            count += n;
        }
        ended |= n < 0;
        return n;
    }

    private int take(byte[] target, int offset, int length) throws IOException {
        if (keeping) {
            keeping = false;
            target[offset] = kept;
            return 1;
        }
        return body.read(target, offset, length);
    }

    /**
     * {@return all that is left} An array for a body of unknown length has to be large, and most answers are small.
     *
     * @param expected how much there should be; it may be less or more
     */
    byte[] readToEnd(int expected) throws IOException {
        if (expected <= 0) {
            return readAllBytes();
        }
        byte[] announced = readNBytes(expected);
        // Only who reads the end of a body hears that it is whole.
        int more = read();
        if (more < 0) {
            return announced;
        }
        byte[] rest = readAllBytes();
        byte[] all = Arrays.copyOf(announced, announced.length + 1 + rest.length);
        all[announced.length] = (byte) more;
        System.arraycopy(rest, 0, all, announced.length + 1, rest.length);
        return all;
    }

    @Override
    public int available() throws IOException {
        return body.available() + (keeping ? 1 : 0);
    }

    /** {@return how many bytes were read} */
    long count() {
        return count;
    }

    /** {@return whether the end was reached} */
    boolean ended() {
        return ended;
    }

    /** {@return the first bytes, as far as they were read} */
    byte[] head() {
        return head.clone();
    }

    /** {@return what to throw for a body that broke off} */
    RuntimeException broken(IOException cause) {
        return Failures.ofBrokenBody(operation, response.status(), count, cause);
    }

    @Override
    public void close() {
        response.close();
    }
}
