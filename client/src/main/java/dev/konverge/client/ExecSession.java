package dev.konverge.client;

import dev.konverge.client.transport.WebSocketChannel;
import dev.konverge.model.Status;
import dev.konverge.model.StatusCause;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.JsonReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A command that runs in a container, or the first process of one.
 *
 * <p>One thread may send while another receives; no thread runs behind the scenes, so what is not received waits in the
 * network, and a command that writes much stands still until someone reads.
 */
public final class ExecSession implements AutoCloseable {
    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int ERROR = 3;
    private static final int RESIZE = 4;

    private final Channels channels;
    private boolean exited;

    ExecSession(Operation operation, WebSocketChannel socket) {
        this.channels = new Channels(operation, socket);
    }

    /** {@return the command's input; closing it tells the command that there is no more} */
    public OutputStream stdin() {
        return new OutputStream() {
            @Override
            public void write(int b) {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                channels.send(STDIN, bytes, offset, length);
            }

            @Override
            public void close() {
                closeStdin();
            }
        };
    }

    /** Sends something to the command. */
    public void send(byte[] input) {
        channels.send(STDIN, input, 0, input.length);
    }

    /**
     * Tells the command that there is no more input, while its output goes on.
     *
     * @throws IllegalStateException if the server is too old to be told (before Kubernetes 1.30)
     */
    public void closeStdin() {
        channels.halfClose(STDIN);
    }

    /** Says how large the terminal is. */
    public void resize(int width, int height) {
        if (width < 1 || height < 1) {
            throw new IllegalArgumentException("a terminal has rows and columns, not " + width + " by " + height);
        }
        byte[] size = ("{\"Width\":" + width + ",\"Height\":" + height + "}").getBytes(StandardCharsets.UTF_8);
        channels.send(RESIZE, size, 0, size.length);
    }

    /**
     * {@return what comes next from the command, waiting for it; nothing after it has ended, or once this is closed}
     *
     * @throws ApiException if the command could not be run, or the connection broke
     * @throws CancelledException if the thread was interrupted
     */
    public Optional<ExecOutput> next() {
        while (!exited) {
            Channels.Message message = channels.receive();
            if (message == null) {
                if (channels.isClosed()) {
                    return Optional.empty();
                }
                throw Failures.internal(channels.operation(), "the session ended without saying how the command did");
            }
            switch (message.channel()) {
                case STDOUT -> {
                    return Optional.of(new ExecOutput.Stdout(message.content()));
                }
                case STDERR -> {
                    return Optional.of(new ExecOutput.Stderr(message.content()));
                }
                case ERROR -> {
                    exited = true;
                    return Optional.of(
                            new ExecOutput.Exited(exitCode(message.content().toByteArray())));
                }
                default -> {
                    // A channel of a later protocol: nothing that this one needs (RCMD-4).
                }
            }
        }
        return Optional.empty();
    }

    /** Copies all output until the command ends. {@return its exit code} */
    public int waitFor(OutputStream stdout, OutputStream stderr) {
        try {
            while (true) {
                ExecOutput output = next().orElseThrow(() ->
                        new IllegalStateException(channels.operation() + ": closed before the command had ended"));
                switch (output) {
                    case ExecOutput.Stdout out -> stdout.write(out.bytes().toByteArray());
                    case ExecOutput.Stderr err -> stderr.write(err.bytes().toByteArray());
                    case ExecOutput.Exited end -> {
                        stdout.flush();
                        stderr.flush();
                        return end.code();
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the output of " + channels.operation() + " cannot be written", e);
        }
    }

    /** The end is a status; that of a command that failed has its exit code among its causes (RCMD-3). */
    private int exitCode(byte[] content) {
        Status status;
        try {
            status = Status.CODEC.read(new JsonReader(content));
        } catch (DecodeException e) {
            throw Failures.undecodable(channels.operation(), 101, "application/json", e);
        }
        if (status.isSuccess()) {
            return 0;
        }
        if (status.isReason("NonZeroExitCode")) {
            String code = status.findCause("ExitCode").map(StatusCause::message).orElse("");
            if (code.matches("[0-9]{1,3}")) {
                return Integer.parseInt(code);
            }
        }
        throw Failures.ofStatus(channels.operation(), status);
    }

    /** Ends the session; whether the command ends too is up to the command. */
    @Override
    public void close() {
        channels.close();
    }
}
