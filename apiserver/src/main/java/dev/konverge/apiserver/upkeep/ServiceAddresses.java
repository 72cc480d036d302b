package dev.konverge.apiserver.upkeep;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.apiserver.kind.ServiceFamilies;
import dev.konverge.apiserver.kind.ServiceFields;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.base.Platform;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which Service has which address in the cluster and which port on its nodes; gives new ones to those that need them.
 *
 * <p>What is stored is read when an address is first needed, and followed from then on: whoever writes a Service tells of it before the
 * write is answered. An address is reserved for a Service that is about to be stored, for a while: if its creation fails, it is free again
 * after that. Safe for use by many threads.
 */
public final class ServiceAddresses {
    private static final long FIRST_ADDRESS = Ipv4.parse("10.0.0.1");
    private static final long ADDRESSES = (1 << 16) - 2;
    private static final long FIRST_PORT = 30000;
    private static final long PORTS = 2768;

    private final Platform platform;
    private final Supplier<List<Json.Obj>> services;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final AddressPool addresses = new AddressPool(FIRST_ADDRESS, ADDRESSES);

    @GuardedBy("lock")
    private final AddressPool ports = new AddressPool(FIRST_PORT, PORTS);

    @GuardedBy("lock")
    private boolean known;

    /**
     * Knows no Service yet.
     *
     * @param platform time and randomness
     * @param services gives all that are stored
     */
    public ServiceAddresses(Platform platform, Supplier<List<Json.Obj>> services) {
        this.platform = platform;
        this.services = services;
    }

    /**
     * {@return a Service with the addresses and ports it needs} They are kept for it for a while; storing it makes them its own.
     *
     * @param service the new state
     * @param live the stored state, null for a new Service
     * @param dryRun whether it will not be stored: then nothing is kept
     * @throws dev.konverge.apiserver.failure.StatusException if what it asks for is not to be had
     */
    public Json.Obj allocate(Json.Obj service, Json.@Nullable Obj live, boolean dryRun) {
        Json.Obj next = live == null ? service : withAllocated(service, live);
        next = ServiceFields.withOneAddress(next, live);
        if (!ServiceFields.needsClusterIp(next)) {
            return next;
        }
        next = ServiceFamilies.settled(next, live);
        lock.lock();
        try {
            learn();
            return new ServiceAllocation(
                            dryRun ? addresses.copy() : addresses,
                            dryRun ? ports.copy() : ports,
                            live,
                            platform.random(),
                            now())
                    .filled(next);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes note of a write to a Service. Those of many threads may be told in any order.
     *
     * @param before what it replaced, null if it created
     * @param current gives what is stored now, which may be newer than the write
     */
    public void observe(Json.@Nullable Obj before, Supplier<Json.@Nullable Obj> current) {
        lock.lock();
        try {
            if (known) {
                forget(before);
                note(current.get());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Reads what is stored, at first and whenever it is not known what became of a reservation. */
    @GuardedBy("lock")
    private void learn() {
        if (!known || addresses.isDoubtful(now()) || ports.isDoubtful(now())) {
            addresses.forget(now());
            ports.forget(now());
            services.get().forEach(this::note);
            known = true;
        }
    }

    @GuardedBy("lock")
    private void note(Json.@Nullable Obj service) {
        if (service != null) {
            addressesOf(service).forEach(number -> addresses.confirm(number, user(service)));
            portsOf(service).forEach(number -> ports.confirm(number, user(service)));
        }
    }

    @GuardedBy("lock")
    private void forget(Json.@Nullable Obj service) {
        if (service != null) {
            addressesOf(service).forEach(number -> addresses.release(number, user(service)));
            portsOf(service).forEach(number -> ports.release(number, user(service)));
        }
    }

    /** Takes over what the stored Service has and the new state leaves out. */
    private static Json.Obj withAllocated(Json.Obj service, Json.Obj live) {
        Json.Obj next = service;
        if (ServiceFields.needsClusterIp(live) && ServiceFields.needsClusterIp(service)) {
            if (Tree.text(service, "spec", "clusterIP").isEmpty()) {
                next = Tree.withFrom(next, live, "spec", "clusterIP");
                next = Tree.withFrom(next, live, "spec", "clusterIPs");
            }
            for (String field : List.of("ipFamilies", "ipFamilyPolicy")) {
                next = Tree.has(next, "spec", field) ? next : Tree.withFrom(next, live, "spec", field);
            }
        }
        if (ServiceFields.needsNodePorts(live) && ServiceFields.needsNodePorts(service)) {
            next = withOldPorts(next, live);
        }
        boolean checked = ServiceFields.needsHealthCheckPort(live) && ServiceFields.needsHealthCheckPort(service);
        if (checked && Tree.number(service, "spec", "healthCheckNodePort") == 0) {
            next = Tree.withFrom(next, live, "spec", "healthCheckNodePort");
        }
        return next;
    }

    private static Json.Obj withOldPorts(Json.Obj service, Json.Obj live) {
        List<Json.Obj> old = Tree.objects(live, "spec", "ports");
        List<Json> filled = new ArrayList<>();
        for (Json.Obj port : Tree.objects(service, "spec", "ports")) {
            Json.Obj same = old.stream()
                    .filter(other -> Tree.number(other, "port") == Tree.number(port, "port")
                            && Tree.text(other, "protocol").equals(Tree.text(port, "protocol")))
                    .findFirst()
                    .orElse(Json.Obj.EMPTY);
            filled.add(Tree.number(port, "nodePort") == 0 ? Tree.withFrom(port, same, "nodePort") : port);
        }
        return Tree.with(service, filled.isEmpty() ? null : new Json.Arr(filled), "spec", "ports");
    }

    private static List<Long> addressesOf(Json.Obj service) {
        return Tree.strings(service, "spec", "clusterIPs").stream()
                .filter(address -> !address.equals("None"))
                .map(Ipv4::parse)
                .toList();
    }

    /** {@return the ports on nodes that a Service has} */
    static List<Long> portsOf(Json.Obj service) {
        List<Long> numbers = new ArrayList<>();
        for (Json.Obj port : Tree.objects(service, "spec", "ports")) {
            if (Tree.number(port, "nodePort") > 0) {
                numbers.add(Tree.number(port, "nodePort"));
            }
        }
        if (Tree.number(service, "spec", "healthCheckNodePort") > 0) {
            numbers.add(Tree.number(service, "spec", "healthCheckNodePort"));
        }
        return numbers;
    }

    /** {@return who uses the addresses of a Service} */
    static String user(Json.Obj service) {
        return Tree.text(service, "metadata", "namespace") + "/" + Tree.text(service, "metadata", "name");
    }

    private Instant now() {
        return platform.clock().now();
    }
}
