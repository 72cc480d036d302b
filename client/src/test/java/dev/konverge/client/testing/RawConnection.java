package dev.konverge.client.testing;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** The server's end of a connection, for one thread, which waits at most a minute for a byte. */
public final class RawConnection implements AutoCloseable {
    private final Socket plain;
    private InputStream in;
    private OutputStream out;
    private String cipher = "";
    private List<String> askedFor = List.of();

    RawConnection(Socket plain) throws IOException {
        this.plain = plain;
        plain.setTcpNoDelay(true);
        plain.setSoTimeout(1000 * Bounded.SECONDS);
        in = new BufferedInputStream(plain.getInputStream());
        out = plain.getOutputStream();
    }

    /**
     * The head of a request of HTTP/1.1.
     *
     * @param line the first line
     * @param fields all other lines, as they came
     */
    public record RequestHead(String line, List<String> fields) {
        /** {@return the values of a field} */
        public List<String> all(String name) {
            String start = name + ":";
            return fields.stream()
                    .filter(field -> field.regionMatches(true, 0, start, 0, start.length()))
                    .map(field -> field.substring(start.length()).strip())
                    .toList();
        }

        /** {@return the path and query asked for} */
        public String target() {
            return line.split(" ", 3)[1];
        }
    }

    /** Speaks TLS from here on, and only these protocols above it. Of the ciphers it takes what the client wants most, as API servers do. */
    public void startTls(SSLContext context, String... protocols) throws IOException {
        startTls(context, parameters -> {}, protocols);
    }

    /** The same with other settings of TLS, too. */
    public void startTls(SSLContext context, Consumer<SSLParameters> settings, String... protocols) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, (InputStream) null, false);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        parameters.setUseCipherSuitesOrder(false);
        settings.accept(parameters);
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        cipher = socket.getSession().getCipherSuite();
        askedFor = ((ExtendedSSLSession) socket.getSession())
                .getRequestedServerNames().stream()
                        .map(name -> new String(name.getEncoded(), StandardCharsets.US_ASCII))
                        .toList();
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** {@return the cipher that was agreed on; empty without TLS} */
    public String cipher() {
        return cipher;
    }

    /** {@return the names of a server that the client asked for by TLS} */
    public List<String> askedFor() {
        return askedFor;
    }

    /** {@return the head of the next request} */
    public RequestHead head() throws IOException {
        String first = line();
        List<String> fields = new ArrayList<>();
        for (String field = line(); !field.isEmpty(); field = line()) {
            fields.add(field);
        }
        return new RequestHead(first, fields);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the client has closed after: " + line);
            }
            line.append((char) next);
        }
        if (line.isEmpty() || line.charAt(line.length() - 1) != '\r') {
            throw new AssertionError("a line without a carriage return: " + line);
        }
        return line.substring(0, line.length() - 1);
    }

    /** {@return so many bytes} */
    public byte[] read(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the client has closed after " + bytes.length + " of " + count + " bytes");
        }
        return bytes;
    }

    /** {@return so many characters} */
    public String readText(int count) throws IOException {
        return new String(read(count), StandardCharsets.ISO_8859_1);
    }

    /** Sends bytes. */
    public void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Sends characters below 256, a byte each. */
    public void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Waits until the client closes, however it does. {@return how many bytes came before} */
    public long awaitEnd() throws SocketTimeoutException {
        try {
            return in.transferTo(OutputStream.nullOutputStream());
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException broken) {
            return 0;
        }
    }

    /** Ends the connection in good order, after all that was sent; over TLS without saying so. */
    public void endOutput() throws IOException {
        plain.shutdownOutput();
    }

    /** Breaks the connection off. */
    public void reset() throws IOException {
        plain.setSoLinger(true, 0);
        plain.close();
    }

    @Override
    public void close() {
        try {
            plain.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
