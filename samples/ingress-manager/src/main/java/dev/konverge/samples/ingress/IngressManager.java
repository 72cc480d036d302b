package dev.konverge.samples.ingress;

import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.controller.Scope;
import dev.konverge.model.core.v1.Service;
import dev.konverge.model.core.v1.ServicePort;
import dev.konverge.model.networking.v1.Ingress;
import java.util.List;
import java.util.Optional;

/** Gives each service with the annotation an ingress of its name, which leads to its first port. */
public final class IngressManager implements Reconciler<Service> {
    /** The annotation. Its value is the host name; empty for every host. */
    public static final String ANNOTATION = "konverge.dev/expose";

    private IngressManager() {}

    /** Adds the controller to a manager. */
    public static ManagerBuilder addTo(ManagerBuilder manager) {
        return manager.controller(
                Service.TYPE,
                c -> c.name("ingress-manager").owns(Ingress.TYPE).workers(5).reconcile(new IngressManager()));
    }

    @Override
    public Outcome reconcile(Service service, Scope<Service> scope) {
        Optional<String> host =
                Optional.ofNullable(service.metadata().annotations().get(ANNOTATION));
        if (host.isEmpty()) {
            scope.owned(Ingress.TYPE).forEach(scope::delete);
            return Outcome.done();
        }
        List<ServicePort> ports =
                service.spec() == null ? List.of() : service.spec().ports();
        if (ports.isEmpty() || ports.getFirst().port() == null) {
            return Outcome.failed("NoPort", "a service without a port leads nowhere");
        }
        Optional<Ingress> there = scope.find(Ingress.TYPE, service.key().name());
        if (there.isPresent() && !there.get().isControlledBy(service)) {
            String message = "Ingress \"" + service.key().name() + "\" belongs to somebody else";
            scope.warning("IngressExists", message);
            // Nobody tells when somebody else's ingress goes: it is tried again, with backoff.
            throw new IllegalStateException(message);
        }
        scope.apply(ingress(service, host.get(), ports.getFirst().port()));
        return Outcome.done();
    }

    private static Ingress ingress(Service service, String host, int port) {
        return Ingress.builder()
                .metadata(m -> m.namespace(service.key().namespace())
                        .name(service.key().name()))
                .spec(s -> s.addRules(r -> r.host(host.isEmpty() ? null : host)
                        .http(h -> h.addPaths(p -> p.path("/")
                                .pathType("Prefix")
                                .backend(b -> b.service(
                                        t -> t.name(service.key().name()).port(n -> n.number(port))))))))
                .build();
    }
}
