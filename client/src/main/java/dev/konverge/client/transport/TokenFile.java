package dev.konverge.client.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.client.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A token in a file that is written anew from time to time; read again after 50 seconds, or when it is rejected (TR-6). */
final class TokenFile implements Authorizer {
    private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);
    /** A minute, less ten seconds so that no token is used up to its end. */
    static final Duration PERIOD = Duration.ofSeconds(50);

    private final Path file;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Shown shown;

    @GuardedBy("lock")
    private long readAgain;

    /**
     * Reads the file.
     *
     * @param first the token to use as long as the file cannot be read; empty if it must be readable
     * @throws ConfigException if it cannot be read, and there is no other token
     */
    TokenFile(Path file, String first, Clock clock) {
        this.file = file;
        this.clock = clock;
        Optional<Shown> read = read();
        if (read.isEmpty() && first.isEmpty()) {
            throw new ConfigException(
                    "there is no token in it, or it cannot be read", file.toString(), "check that the file is there");
        }
        this.shown = read.orElseGet(() -> Shown.token(first));
        this.readAgain = clock.deadlineAfter(PERIOD);
    }

    @Override
    public Shown current() {
        return reread(false);
    }

    @Override
    public Shown afterRejection(Shown rejected) {
        lock.lock();
        try {
            if (!shown.equals(rejected)) {
                return shown;
            }
        } finally {
            lock.unlock();
        }
        return reread(true);
    }

    private Shown reread(boolean now) {
        lock.lock();
        try {
            if (!now && clock.nanoTime() < readAgain) {
                return shown;
            }
            readAgain = clock.deadlineAfter(PERIOD);
        } finally {
            lock.unlock();
        }
        // Read without the lock; whoever comes meanwhile uses what was good until now.
        Optional<Shown> read = read();
        lock.lock();
        try {
            shown = read.orElse(shown);
            return shown;
        } finally {
            lock.unlock();
        }
    }

    private Optional<Shown> read() {
        try {
            String token = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (!token.isEmpty()) {
                return Optional.of(Shown.token(token));
            }
            LOG.atWarn().addKeyValue("file", file).log("the token file is empty");
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("file", file)
                    .addKeyValue("reason", e.toString())
                    .log("the token file cannot be read");
        }
        return Optional.empty();
    }
}
