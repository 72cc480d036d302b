package dev.konverge.client.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;

/** The body of an answer of HTTP/1, which ends after so many bytes, after the last chunk, or with the connection. */
final class Http1Body extends BlockStream {
    /** How its end is known. */
    enum Framing {
        LENGTH,
        CHUNKS,
        CONNECTION
    }

    private final InputStream source;
    private final Framing framing;
    private final Runnable whenEnded;

    /** Bytes that are left, of the body or of a chunk. */
    private long left;

    private boolean firstChunk = true;
    private boolean ended;

    /**
     * A body.
     *
     * @param length how many bytes it has, if that is how its end is known
     * @param whenEnded called when all of it was read
     */
    Http1Body(InputStream source, Framing framing, long length, Runnable whenEnded) throws IOException {
        this.source = source;
        this.framing = framing;
        this.left = length;
        this.whenEnded = whenEnded;
        if (framing == Framing.LENGTH && length == 0) {
            end();
        }
    }

    boolean hasEnded() {
        return ended;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (framing == Framing.CHUNKS && left == 0 && !ended) {
            nextChunk();
        }
        if (ended) {
            return -1;
        }
        int wanted = framing == Framing.CONNECTION ? length : (int) Math.min(length, left);
        int count = source.read(target, offset, wanted);
        if (count < 0) {
            if (framing == Framing.CONNECTION) {
                end();
                return -1;
            }
            throw new EOFException("the connection ended in the middle of the body");
        }
        left -= count;
        if (framing == Framing.LENGTH && left == 0) {
            end();
        }
        return count;
    }

    private void nextChunk() throws IOException {
        if (!firstChunk && !Http1Head.line(source).isEmpty()) {
            throw new ProtocolException("a chunk is longer than it said");
        }
        firstChunk = false;
        left = chunkSize(Http1Head.line(source));
        if (left == 0) {
            Http1Head.skipTrailers(source);
            end();
        }
    }

    private static long chunkSize(String line) throws IOException {
        int stop = line.indexOf(';');
        String size = (stop < 0 ? line : line.substring(0, stop)).strip();
        if (size.isEmpty() || size.length() > 15 || !size.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
            throw new ProtocolException("a chunk has no length");
        }
        return Long.parseLong(size, 16);
    }

    private void end() {
        ended = true;
        whenEnded.run();
    }

    @Override
    public int available() throws IOException {
        if (ended || (framing == Framing.CHUNKS && left == 0)) {
            return 0;
        }
        long here = source.available();
        return (int) (framing == Framing.CONNECTION ? here : Math.min(here, left));
    }
}
