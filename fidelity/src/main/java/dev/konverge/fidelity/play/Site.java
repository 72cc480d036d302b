package dev.konverge.fidelity.play;

import dev.konverge.base.Platform;
import dev.konverge.client.transport.Transport;
import dev.konverge.fidelity.scenario.Step;

/** A server, the ways to it, and the webhooks that it can call. Closing it closes them all. */
public final class Site implements AutoCloseable {
    private final Transport administrator;
    private final Transport stranger;
    private final AutoCloseable server;
    private final HookServer hooks;

    /**
     * Opens the webhooks of a server.
     *
     * @param administrator the way for requests of somebody who may do everything
     * @param stranger the way for requests of somebody who shows no certificate
     * @param server what is closed after the two ways
     */
    public Site(Platform platform, Transport administrator, Transport stranger, AutoCloseable server) {
        this.administrator = administrator;
        this.stranger = stranger;
        this.server = server;
        this.hooks = HookServer.open(platform);
    }

    Transport way(Step.Caller caller) {
        return switch (caller) {
            case ADMINISTRATOR -> administrator;
            case STRANGER -> stranger;
        };
    }

    HookServer hooks() {
        return hooks;
    }

    @Override
    public void close() {
        try (server;
                hooks;
                administrator;
                stranger) {
            // Closed in the opposite order, whatever happens.
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a server could not be stopped in order", e);
        }
    }
}
