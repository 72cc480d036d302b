package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.ServiceFields;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What one Service is given, and reserved for it in the pools.
 *
 * <p>What its stored state has is its own already and is not reserved again. Used under the lock of the pools' owner.
 */
final class ServiceAllocation {
    private static final String PORT_RANGE = "30000-32767";

    private final AddressPool addresses;
    private final AddressPool ports;
    private final RandomGenerator random;
    private final Instant now;
    private final boolean hasAddress;
    private final Set<Long> ownPorts;

    /**
     * @param live the stored state, null for a new Service
     * @param now the time
     */
    ServiceAllocation(
            AddressPool addresses, AddressPool ports, Json.@Nullable Obj live, RandomGenerator random, Instant now) {
        this.addresses = addresses;
        this.ports = ports;
        this.random = random;
        this.now = now;
        this.hasAddress = live != null && !Tree.text(live, "spec", "clusterIP").isEmpty();
        this.ownPorts = live == null ? Set.of() : Set.copyOf(ServiceAddresses.portsOf(live));
    }

    /**
     * {@return a Service with all that it needs}
     *
     * @throws StatusException if what it asks for is not to be had
     */
    Json.Obj filled(Json.Obj service) {
        Json.Obj next = hasAddress ? service : withAddress(service);
        next = ServiceFields.needsNodePorts(next) ? withNodePorts(next) : next;
        return ServiceFields.needsHealthCheckPort(next) ? withHealthCheckPort(next) : next;
    }

    private Json.Obj withAddress(Json.Obj service) {
        String address = Tree.text(service, "spec", "clusterIP");
        if (address.isEmpty()) {
            List<String> named = Tree.strings(service, "spec", "clusterIPs");
            address = named.isEmpty() ? "" : named.get(0);
        }
        if (address.isEmpty()) {
            long number = addresses
                    .reserveAny(ServiceAddresses.user(service), random, now)
                    .orElseThrow(() -> Failures.internal("failed to allocate a serviceIP for Service \""
                            + Tree.text(service, "metadata", "name") + "\": range is full"));
            address = Ipv4.format(number);
        } else if (!address.equals("None")) {
            reserveNamed(service, address);
        }
        Json.Obj next = Tree.with(service, Json.of(address), "spec", "clusterIP");
        return Tree.has(next, "spec", "clusterIPs")
                ? next
                : Tree.with(next, Tree.arr(List.of(address)), "spec", "clusterIPs");
    }

    private void reserveNamed(Json.Obj service, String address) {
        long number = Ipv4.parse(address);
        String problem = null;
        if (!addresses.contains(number)) {
            problem = "the provided network does not match the current range";
        } else if (!addresses.reserve(number, ServiceAddresses.user(service), now)) {
            problem = "provided IP is already allocated";
        }
        if (problem != null) {
            throw invalid(
                    service,
                    FieldError.invalid(
                            "spec.clusterIPs",
                            Tree.arr(List.of(address)),
                            "failed to allocate IP " + address + ": " + problem));
        }
    }

    private Json.Obj withNodePorts(Json.Obj service) {
        List<Json> filled = new ArrayList<>();
        List<Json.Obj> given = Tree.objects(service, "spec", "ports");
        for (int i = 0; i < given.size(); i++) {
            long number = Tree.number(given.get(i), "nodePort");
            number = number == 0 ? anyPort(service) : namedPort(service, number, i);
            filled.add(Tree.with(given.get(i), Json.of(number), "nodePort"));
        }
        return Tree.with(service, filled.isEmpty() ? null : new Json.Arr(filled), "spec", "ports");
    }

    private Json.Obj withHealthCheckPort(Json.Obj service) {
        long number = Tree.number(service, "spec", "healthCheckNodePort");
        if (number == 0) {
            number = anyPort(service);
        } else if (!isPortToBeHad(service, number)) {
            throw Failures.internal(
                    "failed to allocate requested HealthCheck NodePort " + number + ": provided port is "
                            + (ports.contains(number) ? "already allocated" : "not in the valid range"));
        }
        return Tree.with(service, Json.of(number), "spec", "healthCheckNodePort");
    }

    private long anyPort(Json.Obj service) {
        return ports.reserveAny(ServiceAddresses.user(service), random, now)
                .orElseThrow(() -> Failures.internal("failed to allocate a nodePort: range is full"));
    }

    private long namedPort(Json.Obj service, long number, int index) {
        if (!isPortToBeHad(service, number)) {
            throw invalid(
                    service,
                    FieldError.invalid(
                            "spec.ports[" + index + "].nodePort",
                            Json.of(number),
                            ports.contains(number)
                                    ? "provided port is already allocated"
                                    : "provided port is not in the valid range. The range of valid ports is "
                                            + PORT_RANGE));
        }
        return number;
    }

    private boolean isPortToBeHad(Json.Obj service, long number) {
        return ports.contains(number)
                && (ownPorts.contains(number) || ports.reserve(number, ServiceAddresses.user(service), now));
    }

    private static StatusException invalid(Json.Obj service, FieldError error) {
        return Failures.invalid("", "Service", Tree.text(service, "metadata", "name"), List.of(error));
    }
}
