package dev.konverge.client.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** An exchange whose body came packed, as if it had not. */
public final class Unpacked extends BlockStream implements Exchange {
    private static final int BUFFER = 1 << 13;
    private static final Set<String> PACKING = Set.of("content-encoding", "content-length");

    private final Exchange packed;
    private final HeaderFields headers;
    private @Nullable InputStream unpacked;
    private boolean ended;

    private Unpacked(Exchange packed) {
        this.packed = packed;
        this.headers = packed.headers().without(PACKING::contains);
    }

    /** {@return the exchange, unpacked if its body is packed} */
    public static Exchange of(Exchange exchange) {
        String encoding = exchange.headers().first("content-encoding");
        return encoding != null && encoding.equalsIgnoreCase("gzip") ? new Unpacked(exchange) : exchange;
    }

    @Override
    public int status() {
        return packed.status();
    }

    @Override
    public HeaderFields headers() {
        return headers;
    }

    @Override
    public InputStream body() {
        return this;
    }

    @Override
    public boolean interruptible() {
        return packed.interruptible();
    }

    @Override
    public boolean endsSoon() {
        return packed.endsSoon();
    }

    @Override
    public void cancel() {
        packed.cancel();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (ended) {
            return -1;
        }
        InputStream source = source();
        int count = source == null ? -1 : source.read(target, offset, length);
        if (count < 0) {
            ended = true;
            if (packed.body().read() >= 0) {
                throw new ZipException("something follows the packed body");
            }
            if (source != null) {
                // It has memory that the garbage collector does not know the size of.
                source.close();
            }
        }
        return count;
    }

    /** {@return the stream that unpacks; null if there is nothing to unpack} */
    private @Nullable InputStream source() throws IOException {
        if (unpacked == null) {
            PushbackInputStream body = new PushbackInputStream(packed.body(), 1);
            int first = body.read();
            if (first < 0) {
                return null;
            }
            body.unread(first);
            unpacked = new GZIPInputStream(body, BUFFER);
        }
        return unpacked;
    }

    @Override
    public int available() throws IOException {
        return unpacked == null || ended ? 0 : unpacked.available();
    }
}
