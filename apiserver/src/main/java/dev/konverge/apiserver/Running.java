package dev.konverge.apiserver;

import dev.konverge.apiserver.upkeep.Upkeep;
import dev.konverge.base.Platform;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A server with its controllers at work. Closing it stops them; the server itself still answers. */
public final class Running implements AutoCloseable {
    private final Platform platform;
    private final @Nullable Upkeep upkeep;

    Running(Platform platform, @Nullable Upkeep upkeep) {
        this.platform = platform;
        this.upkeep = upkeep;
    }

    /**
     * Waits until the controllers have done all that follows from what is stored now.
     *
     * @return false if that took longer than {@code bound}
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean awaitRest(Duration bound) throws InterruptedException {
        return upkeep == null || upkeep.awaitRest(platform.clock().deadlineAfter(bound));
    }

    @Override
    public void close() {
        if (upkeep != null) {
            upkeep.close();
        }
    }
}
