package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where the services of the cluster can be reached. There is no network behind the cluster addresses of this server, so it goes to the
 * addresses in EndpointSlices and Endpoints. These must not be loopback ones; whoever runs a webhook on this machine makes a Service
 * with the external name {@code localhost}, and names the port in the webhook.
 */
final class ServiceRoutes {
    private static final String SLICES = "endpointslices.discovery.k8s.io";
    private static final String SERVICE_NAME = "kubernetes.io/service-name";

    private final Supplier<State> state;

    ServiceRoutes(Supplier<State> state) {
        this.state = state;
    }

    /**
     * {@return host and port of a service}
     *
     * @throws WebhookCalls.CallFailure if it has none
     */
    String find(Endpoint endpoint) throws WebhookCalls.CallFailure {
        State now = state.get();
        String key = endpoint.namespace() + "/" + endpoint.service();
        Stored stored = now.find("services", key);
        if (stored == null) {
            throw new WebhookCalls.CallFailure("service " + GoText.quote(endpoint.service()) + " not found");
        }
        Json.Obj spec = Tree.object(stored.content(), "spec");
        if (Tree.text(spec, "type").equals("ExternalName")) {
            return Tree.text(spec, "externalName") + ":" + endpoint.port();
        }
        Json.Obj port = Tree.objects(spec, "ports").stream()
                .filter(candidate -> Tree.number(candidate, "port") == endpoint.port())
                .findFirst()
                .orElseThrow(() -> new WebhookCalls.CallFailure("no service port " + endpoint.port()
                        + " found for service " + GoText.quote(endpoint.service())));
        String name = Tree.text(port, "name");
        return slice(now, endpoint, name)
                .or(() -> Optional.ofNullable(now.find("endpoints", key)).flatMap(found -> subset(found, name)))
                .orElseThrow(() -> new WebhookCalls.CallFailure(
                        "no endpoints available for service " + GoText.quote(endpoint.service())));
    }

    private static Optional<String> slice(State now, Endpoint endpoint, String port) {
        for (Stored stored : now.objects(SLICES).from(endpoint.namespace() + "/")) {
            Json.Obj slice = stored.content();
            if (!Tree.text(slice, "metadata", "namespace").equals(endpoint.namespace())) {
                break;
            }
            if (endpoint.service()
                    .equals(Tree.texts(slice, "metadata", "labels").get(SERVICE_NAME))) {
                Optional<String> address = Tree.objects(slice, "endpoints").stream()
                        .filter(one -> !Tree.has(one, "conditions", "ready") || Tree.flag(one, "conditions", "ready"))
                        .flatMap(one -> Tree.strings(one, "addresses").stream())
                        .findFirst();
                Optional<String> found = address.flatMap(host -> at(host, Tree.objects(slice, "ports"), port));
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> subset(Stored endpoints, String port) {
        for (Json.Obj subset : Tree.objects(endpoints.content(), "subsets")) {
            List<Json.Obj> addresses = Tree.objects(subset, "addresses");
            if (!addresses.isEmpty()) {
                return at(Tree.text(addresses.get(0), "ip"), Tree.objects(subset, "ports"), port);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> at(String host, List<Json.Obj> ports, String name) {
        return ports.stream()
                .filter(port -> Tree.text(port, "name").equals(name))
                .findFirst()
                .map(port -> (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + Tree.number(port, "port"));
    }
}
