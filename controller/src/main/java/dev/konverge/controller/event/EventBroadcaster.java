package dev.konverge.controller.event;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ResourceClient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.event.Level;

/**
 * The plan of where events go: to the log, to the API, to anybody who listens.
 *
 * {@snippet :
 * try (Broadcast broadcast = new EventBroadcaster(platform).toLog().toApi(clients).start()) {
 *     EventRecorder events = broadcast.recorder("foo-controller", hostName);
 *     events.event(foo, EventRecorder.NORMAL, "Synced", "Foo synced successfully");
 * }
 * }
 *
 * <p>Immutable; each {@code to…} is a copy with one more listener, and every listener sees every event that is recorded after the
 * start. Clients for events are best not the ones of the controller: neither should wait for the other's limits.
 */
public final class EventBroadcaster {
    /** How many threads write to an API. Events about one object are always written by the same one, in order. */
    private static final int WRITERS = 8;

    /** Makes the handlers of one listener: as many as it has lanes. */
    interface Listener {
        List<ReportHandler> handlers(EventNames names, Ending ending);
    }

    private final Platform platform;
    private final List<Listener> listeners;
    private final BooleanSupplier busy;

    /** Prepares a broadcast to nobody. */
    public EventBroadcaster(Platform platform) {
        this(platform, List.of(), () -> false);
    }

    private EventBroadcaster(Platform platform, List<Listener> listeners, BooleanSupplier busy) {
        this.platform = platform;
        this.listeners = List.copyOf(listeners);
        this.busy = busy;
    }

    private EventBroadcaster with(Listener listener) {
        List<Listener> more = new ArrayList<>(listeners);
        more.add(listener);
        return new EventBroadcaster(platform, more, busy);
    }

    /**
     * {@return a plan in which what goes to an API gives way to more important work} An event is held back for five seconds at most and
     * written ten seconds after it was recorded at the latest, one event at a time in between; at once where hundreds wait, and at the end. It bears
     * the time at which it was recorded.
     *
     * @param busy whether there is such work; asked twenty times a second while events wait
     */
    public EventBroadcaster givingWay(BooleanSupplier busy) {
        return new EventBroadcaster(platform, listeners, busy);
    }

    /** {@return a plan in which events are written to the log as well, warnings as such, the others for information} */
    public EventBroadcaster toLog() {
        return toLog(Level.INFO);
    }

    /** {@return a plan in which events are written to the log as well, warnings as such, the others at that level} */
    public EventBroadcaster toLog(Level normal) {
        return with((names, ending) -> List.of(new LogRecording(normal)));
    }

    /** {@return a plan in which somebody is told of everything, on a thread of its own, one after the other} */
    public EventBroadcaster to(Consumer<? super Occurrence> listener) {
        return with((names, ending) -> List.of(report -> listener.accept(report.occurrence())));
    }

    /** {@return a plan in which events are recorded in {@code events.k8s.io} as well} */
    public EventBroadcaster toApi(ClientSet clients) {
        return toApi(clients, EventFlavour.EVENTS);
    }

    /** {@return a plan in which events are recorded in one of the APIs as well} */
    public EventBroadcaster toApi(ClientSet clients, EventFlavour flavour) {
        return toApi(clients, flavour, Correlation.STANDARD);
    }

    /** {@return a plan in which events are recorded in one of the APIs as well, thinned out in that way} */
    public EventBroadcaster toApi(ClientSet clients, EventFlavour flavour, Correlation correlation) {
        return switch (flavour) {
            case CORE -> toCore(clients, correlation);
            case EVENTS -> toEvents(clients, correlation);
        };
    }

    private EventBroadcaster toEvents(ClientSet clients, Correlation correlation) {
        ResourceClient<dev.konverge.model.events.v1.Event> events =
                clients.resource(dev.konverge.model.events.v1.Event.TYPE);
        return with((names, ending) -> lanes(() -> new SeriesRecording(
                events, new EventSeriesCore(correlation), new EventWriter(platform, ending), clock())));
    }

    private EventBroadcaster toCore(ClientSet clients, Correlation correlation) {
        ResourceClient<dev.konverge.model.core.v1.Event> events =
                clients.resource(dev.konverge.model.core.v1.Event.TYPE);
        return with((names, ending) -> lanes(() -> new CoreRecording(
                events, new EventCorrelator(correlation, names), new EventWriter(platform, ending), clock())));
    }

    private static List<ReportHandler> lanes(Supplier<ReportHandler> handler) {
        List<ReportHandler> all = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            all.add(handler.get());
        }
        return all;
    }

    private Clock clock() {
        return platform.clock();
    }

    /** Starts the threads of all listeners. {@return the broadcast; the caller closes it} */
    public Broadcast start() {
        return Broadcast.start(platform, listeners, busy);
    }
}
