package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.RestClient;
import dev.konverge.client.transport.Transport;
import dev.konverge.controller.event.Correlation;
import dev.konverge.controller.event.EventFlavour;
import dev.konverge.controller.leader.Election;
import dev.konverge.controller.monitor.LogLevels;
import dev.konverge.controller.monitor.MetricsRegistry;
import dev.konverge.controller.monitor.MonitoringServer;
import dev.konverge.controller.webhook.WebhookServerBuilder;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What a {@link ManagerBuilder} had been told when the manager was built.
 *
 * @param rest what requests go through, and are held back by, all but these
 * @param forEvents what events go through, which are held back by as much, but not by others
 * @param unlimited what those go through that keep the lease, which nothing holds back
 * @param owned what is closed when the manager has stopped
 * @param controllers the controllers, none with the name of another
 * @param tasks what runs beside them, none with the name of another
 * @param candidacy makes the candidate of one run: each has an identity of its own
 * @param host where events are reported from
 * @param events where to
 * @param namespaces those whose objects are looked at; none for all
 * @param caches what is kept of a kind, where something was said of it
 * @param drain how long reconciles that have begun may take to end
 */
record ManagerSettings(
        Platform platform,
        Transport transport,
        RestClient rest,
        RestClient forEvents,
        RestClient unlimited,
        Optional<AutoCloseable> owned,
        List<ControllerBuilder<?>> controllers,
        List<OwnTasks.Named> tasks,
        Optional<Supplier<Candidacy>> candidacy,
        String host,
        Events events,
        Set<String> namespaces,
        Map<CacheSettings.Id, CacheSettings<?>> caches,
        Duration drain,
        Monitor monitor,
        Tracer tracer,
        Optional<Monitoring> monitoring,
        Optional<LogLevels> logLevels,
        Optional<Consumer<? super WebhookServerBuilder>> webhooks) {
    /** The lease that is campaigned for, and the terms. */
    record Candidacy(Key lease, Election election) {}

    /** Which API events go to, and how they are thinned out before. */
    record Events(EventFlavour flavour, Correlation correlation) {}

    /** Where figures are shown, the figures, and what is asked beside what the manager asks itself. */
    record Monitoring(
            InetSocketAddress address,
            MetricsRegistry registry,
            MonitoringServer.Checks health,
            MonitoringServer.Checks readiness) {}

    ManagerSettings {
        controllers = List.copyOf(controllers);
        tasks = List.copyOf(tasks);
        caches = Map.copyOf(caches);
    }

    @SuppressWarnings("unchecked") // What was said under a codec was said of the type with that codec.
    <R extends Resource> CacheSettings<R> cacheOf(ResourceType<R> type) {
        return (CacheSettings<R>) caches.getOrDefault(CacheSettings.Id.of(type), CacheSettings.<R>standard());
    }

    /** {@return clients on the transport of the manager, or on one around it} */
    ClientSet clients(UnaryOperator<Transport> around) {
        return ClientSet.of(rest.withTransport(around.apply(transport)));
    }

    /** {@return how often the objects of a kind are looked at again by the controller that does so most often; zero if none does} */
    Duration resyncOf(ResourceType<?> type) {
        return controllers.stream()
                .filter(controller -> controller.type.groupVersionKind().equals(type.groupVersionKind()))
                .map(controller -> controller.resync)
                .filter(Duration::isPositive)
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    void closeOwned() {
        owned.ifPresent(resource -> {
            try {
                resource.close();
            } catch (Exception failure) {
                throw new IllegalStateException("what the manager was given to close could not be closed", failure);
            }
        });
    }
}
