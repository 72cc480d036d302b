package dev.konverge.client.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.client.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
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
        this.shown = first(first);
        this.readAgain = clock.deadlineAfter(PERIOD);
    }

    private Shown first(String otherwise) {
        try {
            return read();
        } catch (ConfigException e) {
            if (otherwise.isEmpty()) {
                throw e;
            }
            warn(e);
            return Shown.token(otherwise);
        }
    }

    @Override
    public Shown current() {
        return reread(false);
    }

    @Override
    public Shown afterRejection(Shown rejected) {
        lock.lock();
        try {
            if (!shown.sameAs(rejected)) {
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
        Shown read;
        try {
            read = read();
        } catch (ConfigException e) {
            warn(e);
            return known();
        }
        lock.lock();
        try {
            shown = read;
            return read;
        } finally {
            lock.unlock();
        }
    }

    private Shown known() {
        lock.lock();
        try {
            return shown;
        } finally {
            lock.unlock();
        }
    }

    private Shown read() {
        String token;
        try {
            token = Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (NoSuchFileException e) {
            throw new ConfigException("no such file, where a token should be", file.toString(), "check the path", e);
        } catch (IOException e) {
            throw new ConfigException("no token can be read from it (" + e + ")", file.toString(), "", e);
        }
        if (token.isEmpty()) {
            throw new ConfigException("there is no token in it", file.toString(), "put one into it");
        }
        return Shown.token(token);
    }

    private void warn(ConfigException reason) {
        LOG.atWarn()
                .addKeyValue("file", file)
                .addKeyValue("reason", reason.what())
                .log("the token file cannot be used");
    }
}
