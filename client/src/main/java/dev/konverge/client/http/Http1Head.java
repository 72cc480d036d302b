package dev.konverge.client.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The head of an answer of HTTP/1 (RFC 9112).
 *
 * @param minor the second figure of the version
 * @param status the status code
 * @param headers the headers
 */
record Http1Head(int minor, int status, HeaderFields headers) {
    /** Both sides leave HTTP. */
    static final int SWITCHING = 101;

    private static final int MAX_SIZE = HpackDecoder.MAX_SIZE;

    /** {@return whether the answer is still to come} */
    boolean isEarly() {
        return status >= 100 && status < 200 && status != SWITCHING;
    }

    /** {@return the next head} */
    static Http1Head read(InputStream source) throws IOException {
        Lines lines = new Lines(source);
        String line = lines.next();
        if (line == null) {
            throw new EOFException("the server closed the connection");
        }
        if (!line.startsWith("HTTP/1.") || line.length() < 12 || line.charAt(8) != ' ' || !status(line)) {
            throw new ProtocolException("an answer begins with '" + printable(line) + "'");
        }
        int minor = line.charAt(7) == '0' ? 0 : 1;
        return new Http1Head(minor, Integer.parseInt(line, 9, 12, 10), fields(lines));
    }

    private static boolean status(String line) {
        return digit(line.charAt(9))
                && digit(line.charAt(10))
                && digit(line.charAt(11))
                && (line.length() == 12 || line.charAt(12) == ' ');
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    private static String printable(String line) {
        return line.substring(0, Math.min(40, line.length())).replaceAll("[^ -~]", "?");
    }

    private static HeaderFields fields(Lines lines) throws IOException {
        List<String> pairs = new ArrayList<>();
        for (String line = lines.required(); !line.isEmpty(); line = lines.required()) {
            int colon = line.indexOf(':');
            String name = line.substring(0, Math.max(0, colon));
            String value = line.substring(colon + 1).strip();
            if (!HeaderFields.isName(name) || !HeaderFields.isValue(value)) {
                throw new ProtocolException("a line of the headers is broken");
            }
            pairs.add(name.toLowerCase(Locale.ROOT));
            pairs.add(value);
        }
        return new HeaderFields(pairs.toArray(new String[0]));
    }

    /** Reads away the headers behind a body. */
    static void skipTrailers(InputStream source) throws IOException {
        Lines lines = new Lines(source);
        while (!lines.required().isEmpty()) {
            // Nobody has asked for them.
        }
    }

    /** {@return a line, such as that before a chunk} */
    static String line(InputStream source) throws IOException {
        return new Lines(source).required();
    }

    /** Lines, as long as they are not too much together. */
    private static final class Lines {
        private final InputStream source;
        private final ByteSink line = new ByteSink();
        private int size;

        Lines(InputStream source) {
            this.source = source;
        }

        String required() throws IOException {
            String next = next();
            if (next == null) {
                throw new EOFException("the connection ended in the middle of the headers");
            }
            return next;
        }

        @Nullable
        String next() throws IOException {
            line.cut(0);
            for (int b = source.read(); b >= 0; b = source.read()) {
                if (++size > MAX_SIZE) {
                    throw new ProtocolException("the headers are larger than " + MAX_SIZE + " bytes");
                }
                if (b == '\n') {
                    return text();
                }
                line.put(b);
            }
            if (line.size() > 0) {
                throw new EOFException("the connection ended in the middle of the headers");
            }
            return null;
        }

        private String text() {
            byte[] bytes = line.copy(0, line.size());
            int length = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
            return new String(bytes, 0, length, StandardCharsets.UTF_8);
        }
    }
}
