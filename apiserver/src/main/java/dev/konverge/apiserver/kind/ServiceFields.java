package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which fields of a Service go with its type. */
public final class ServiceFields {
    private ServiceFields() {}

    /** {@return whether a Service has addresses of its own in the cluster}; {@code None} counts as one */
    public static boolean needsClusterIp(Json.Obj service) {
        return List.of("ClusterIP", "NodePort", "LoadBalancer").contains(type(service));
    }

    /** {@return whether the ports of a Service are open on every node} */
    public static boolean needsNodePorts(Json.Obj service) {
        Json.Obj spec = Tree.object(service, "spec");
        return type(service).equals("NodePort")
                || (type(service).equals("LoadBalancer")
                        && (!Tree.has(spec, "allocateLoadBalancerNodePorts")
                                || Tree.flag(spec, "allocateLoadBalancerNodePorts")));
    }

    /** {@return whether a Service has a port of its own for health checks} */
    public static boolean needsHealthCheckPort(Json.Obj service) {
        return type(service).equals("LoadBalancer")
                && Tree.text(service, "spec", "externalTrafficPolicy").equals("Local");
    }

    /**
     * {@return the new state of a Service in which the address and the list of addresses agree}: one who knows of a single address
     * changes that alone, and means the list as well.
     */
    public static Json.Obj withOneAddress(Json.Obj next, Json.@Nullable Obj live) {
        String single = Tree.text(next, "spec", "clusterIP");
        boolean listed = Tree.has(next, "spec", "clusterIPs");
        if (live == null) {
            return single.isEmpty() || listed ? next : Tree.with(next, Tree.arr(List.of(single)), "spec", "clusterIPs");
        }
        boolean same = same(next, live, "clusterIP");
        Json.Obj agreed = !listed && same ? Tree.withFrom(next, live, "spec", "clusterIPs") : next;
        if (same || !same(agreed, live, "clusterIPs")) {
            return agreed;
        }
        return single.isEmpty()
                ? Tree.without(agreed, "spec", "clusterIPs")
                : Tree.with(agreed, Tree.arr(List.of(single)), "spec", "clusterIPs");
    }

    /** {@return the type of a Service} */
    public static String type(Json.Obj service) {
        return Tree.text(service, "spec", "type");
    }

    /**
     * {@return the new state without what was filled in for the old type and means nothing for the new one} Only what the client did
     * not change goes: a change to a field that is of no use is a mistake to be told of.
     */
    static Json.Obj dropUnneeded(Json.Obj next, Json.Obj live) {
        Json.Obj service = next;
        if (needsClusterIp(live) && !needsClusterIp(next)) {
            if (same(next, live, "clusterIP") && same(next, live, "clusterIPs")) {
                service = without(without(service, "clusterIP"), "clusterIPs");
            }
            service = withoutSame(service, live, "ipFamilies");
            service = withoutSame(service, live, "ipFamilyPolicy");
            service = withoutSame(service, live, "internalTrafficPolicy");
        }
        if (needsNodePorts(live) && !needsNodePorts(next) && nodePorts(next).equals(nodePorts(live))) {
            service = withoutNodePorts(service);
        }
        if (needsHealthCheckPort(live) && !needsHealthCheckPort(next)) {
            service = withoutSame(service, live, "healthCheckNodePort");
        }
        if (type(live).equals("LoadBalancer") && !type(next).equals("LoadBalancer")) {
            service = withoutSame(service, live, "allocateLoadBalancerNodePorts");
            service = withoutSame(service, live, "loadBalancerClass");
        }
        if (isExternal(live) && !isExternal(next)) {
            service = withoutSame(service, live, "externalTrafficPolicy");
        }
        return type(next).equals("LoadBalancer")
                ? service
                : Tree.with(service, Json.Obj.EMPTY, "status", "loadBalancer");
    }

    /** {@return whether a Service can be reached from outside of the cluster} */
    static boolean isExternal(Json.Obj service) {
        String type = type(service);
        return type.equals("LoadBalancer")
                || type.equals("NodePort")
                || (type.equals("ClusterIP")
                        && !Tree.list(service, "spec", "externalIPs").isEmpty());
    }

    private static List<Long> nodePorts(Json.Obj service) {
        return Tree.objects(service, "spec", "ports").stream()
                .map(port -> Tree.number(port, "nodePort"))
                .toList();
    }

    private static Json.Obj withoutNodePorts(Json.Obj service) {
        List<Json> ports = Tree.objects(service, "spec", "ports").stream()
                .<Json>map(port -> Tree.without(port, "nodePort"))
                .toList();
        return Tree.with(service, ports.isEmpty() ? null : new Json.Arr(ports), "spec", "ports");
    }

    private static Json.Obj withoutSame(Json.Obj service, Json.Obj live, String field) {
        return same(service, live, field) ? without(service, field) : service;
    }

    private static Json.Obj without(Json.Obj service, String field) {
        return Tree.without(service, "spec", field);
    }

    private static boolean same(Json.Obj next, Json.Obj live, String field) {
        return Objects.equals(Tree.at(next, "spec", field), Tree.at(live, "spec", field));
    }
}
