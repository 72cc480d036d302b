package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The objects that a cluster has from the beginning. */
public final class Bootstrap {
    /**
     * What the objects say of the server.
     *
     * @param host the address at which it is reached
     * @param port the port
     * @param clientCertificate the certificate of the authority that signs those of clients, in PEM form; none if empty
     */
    public record Server(String host, int port, String clientCertificate) {}

    /** Resource and object; the namespace is in the object. */
    private static final String OBJECTS = """
            namespaces {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-system"}}
            namespaces {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-public"}}
            namespaces {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-node-lease"}}
            namespaces {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"default"}}
            priorityclasses.scheduling.k8s.io {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass",\
            "metadata":{"name":"system-node-critical"},"value":2000001000,\
            "description":"Used for system critical pods that must not be moved from their current node."}
            priorityclasses.scheduling.k8s.io {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass",\
            "metadata":{"name":"system-cluster-critical"},"value":2000000000,\
            "description":"Used for system critical pods that must run in the cluster, but can be moved to another node if \
            necessary."}
            servicecidrs.networking.k8s.io {"apiVersion":"networking.k8s.io/v1","kind":"ServiceCIDR",\
            "metadata":{"name":"kubernetes"},"spec":{"cidrs":["10.0.0.0/16"]}}
            """;

    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String FLOW_CONTROL = "flowcontrol.apiserver.k8s.io";

    private Bootstrap() {}

    /**
     * Creates what is not there yet.
     *
     * @param cluster where
     * @param server about the server itself
     * @param systemRoles whether the roles for the parts of a cluster are wanted, and not only those for users
     * @param now the time
     */
    public static void apply(Cluster cluster, Server server, boolean systemRoles, Instant now) {
        for (String line : OBJECTS.lines().toList()) {
            int space = line.indexOf(' ');
            GroupResource resource =
                    ObjectId.of(line.substring(0, space), "any").resource();
            Json.Obj object = (Json.Obj) Json.parse(line.substring(space + 1));
            create(cluster, resource, object);
        }
        for (Json.Obj object : BootstrapPolicy.objects(systemRoles)) {
            String plural = Tree.text(object, "kind").toLowerCase(Locale.ROOT) + "s";
            create(cluster, new GroupResource(RBAC, plural), object);
        }
        flowControl(cluster, now);
        create(cluster, new GroupResource("", "services"), service(server));
        create(cluster, new GroupResource("", "endpoints"), endpoints(server));
        create(cluster, new GroupResource("discovery.k8s.io", "endpointslices"), endpointSlice(server));
        create(cluster, new GroupResource("coordination.k8s.io", "leases"), lease(now));
        if (!server.clientCertificate().isEmpty()) {
            create(cluster, new GroupResource("", "configmaps"), authentication(server));
        }
    }

    /** Has the objects that say where the server is say it of this one: a server does so when it starts. */
    public static void announce(Cluster cluster, Server server) {
        announce(cluster, new GroupResource("", "services"), service(server), List.of("spec", "ports"));
        announce(cluster, new GroupResource("", "endpoints"), endpoints(server), List.of("subsets"));
        GroupResource slices = new GroupResource("discovery.k8s.io", "endpointslices");
        announce(cluster, slices, endpointSlice(server), List.of("endpoints"));
        announce(cluster, slices, endpointSlice(server), List.of("ports"));
    }

    private static void announce(Cluster cluster, GroupResource resource, Json.Obj object, List<String> path) {
        create(cluster, resource, object);
        String[] place = path.toArray(String[]::new);
        String namespace = Tree.text(object, "metadata", "namespace");
        cluster.update(
                new ObjectId(resource, namespace, Tree.text(object, "metadata", "name")),
                "",
                found -> Tree.withFrom(found, object, place));
    }

    private static void create(Cluster cluster, GroupResource resource, Json.Obj object) {
        String namespace = Tree.text(object, "metadata", "namespace");
        if (cluster.find(new ObjectId(resource, namespace, Tree.text(object, "metadata", "name")))
                .isEmpty()) {
            try {
                cluster.create(resource, namespace, object);
            } catch (StatusException e) {
                throw new IllegalStateException("cannot create an object every cluster has: " + e.getMessage(), e);
            }
        }
    }

    /** Creates the objects of API priority and fairness. Nothing is done by them: a request is served when it comes. */
    private static void flowControl(Cluster cluster, Instant now) {
        for (String line : flowControlLines()) {
            String[] parts = line.split(" ", 3);
            boolean level = parts[0].equals("prioritylevelconfigurations");
            GroupResource resource = new GroupResource(FLOW_CONTROL, parts[0]);
            Json.Obj spec = (Json.Obj) Json.parse(parts[2]);
            Json.Obj object = Tree.of(
                    "apiVersion",
                    FLOW_CONTROL + "/v1",
                    "kind",
                    level ? "PriorityLevelConfiguration" : "FlowSchema",
                    "metadata",
                    Tree.of("name", parts[1], "annotations", Tree.of("apf.kubernetes.io/autoupdate-spec", "true")),
                    "spec",
                    spec);
            create(cluster, resource, object);
            if (!level) {
                Json.Obj condition = found(Tree.text(spec, "priorityLevelConfiguration", "name"), now);
                cluster.update(
                        new ObjectId(resource, "", parts[1]),
                        "status",
                        schema -> Tree.with(schema, new Json.Arr(List.of(condition)), "status", "conditions"));
            }
        }
    }

    private static List<String> flowControlLines() {
        try (InputStream in = Bootstrap.class.getResourceAsStream("flow-control.txt")) {
            if (in == null) {
                throw new IllegalStateException("flow-control.txt is not beside " + Bootstrap.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read flow-control.txt", e);
        }
    }

    private static Json.Obj found(String level, Instant now) {
        return Tree.of(
                "type", "Dangling",
                "status", "False",
                "lastTransitionTime", TimeFormat.TIME.format(now),
                "reason", "Found",
                "message",
                        "This FlowSchema references the PriorityLevelConfiguration object named \"" + level
                                + "\" and it exists");
    }

    private static Json.Obj service(Server server) {
        return Tree.of(
                "apiVersion",
                "v1",
                "kind",
                "Service",
                "metadata",
                Tree.of(
                        "name", "kubernetes",
                        "namespace", "default",
                        "labels", Tree.of("component", "apiserver", "provider", "kubernetes")),
                "spec",
                Tree.of(
                        "ports",
                                List.of(Tree.of(
                                        "name", "https", "protocol", "TCP", "port", 443, "targetPort", server.port())),
                        "clusterIP", "10.0.0.1",
                        "type", "ClusterIP"));
    }

    private static Json.Obj endpoints(Server server) {
        return Tree.of(
                "apiVersion",
                "v1",
                "kind",
                "Endpoints",
                "metadata",
                Tree.of(
                        "name", "kubernetes",
                        "namespace", "default",
                        "labels", Tree.of("endpointslice.kubernetes.io/skip-mirror", "true")),
                "subsets",
                List.of(Tree.of(
                        "addresses", List.of(Tree.of("ip", server.host())),
                        "ports", List.of(Tree.of("name", "https", "port", server.port(), "protocol", "TCP")))));
    }

    private static Json.Obj endpointSlice(Server server) {
        return Tree.of(
                "apiVersion",
                "discovery.k8s.io/v1",
                "kind",
                "EndpointSlice",
                "metadata",
                Tree.of(
                        "name", "kubernetes",
                        "namespace", "default",
                        "labels", Tree.of("kubernetes.io/service-name", "kubernetes")),
                "addressType",
                "IPv4",
                "endpoints",
                List.of(Tree.of(
                        "addresses", List.of(server.host()),
                        "conditions", Tree.of("ready", true))),
                "ports",
                List.of(Tree.of("name", "https", "port", server.port(), "protocol", "TCP")));
    }

    private static Json.Obj lease(Instant now) {
        String time = TimeFormat.MICRO_TIME.format(now);
        return Tree.of(
                "apiVersion",
                "coordination.k8s.io/v1",
                "kind",
                "Lease",
                "metadata",
                Tree.of(
                        "name", "apiserver-konverge",
                        "namespace", "kube-system",
                        "labels", Tree.of("apiserver.kubernetes.io/identity", "kube-apiserver")),
                "spec",
                Tree.of(
                        "holderIdentity",
                        "apiserver-konverge",
                        "leaseDurationSeconds",
                        3600,
                        "acquireTime",
                        time,
                        "renewTime",
                        time));
    }

    private static Json.Obj authentication(Server server) {
        return Tree.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Tree.of("name", "extension-apiserver-authentication", "namespace", "kube-system"),
                "data",
                Tree.of("client-ca-file", server.clientCertificate()));
    }
}
