package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Instant;
import java.util.List;

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
            clusterroles.rbac.authorization.k8s.io {"kind":"ClusterRole","metadata":{"name":"cluster-admin"},"rules":[\
            {"verbs":["*"],"apiGroups":["*"],"resources":["*"]},{"verbs":["*"],"nonResourceURLs":["*"]}]}
            clusterroles.rbac.authorization.k8s.io {"kind":"ClusterRole","metadata":{"name":"system:discovery"},"rules":[\
            {"verbs":["get"],"nonResourceURLs":["/api","/api/*","/apis","/apis/*","/healthz","/livez","/openapi",\
            "/openapi/*","/readyz","/version","/version/"]}]}
            clusterroles.rbac.authorization.k8s.io {"kind":"ClusterRole","metadata":{"name":"system:public-info-viewer"},\
            "rules":[{"verbs":["get"],"nonResourceURLs":["/healthz","/livez","/readyz","/version","/version/"]}]}
            clusterroles.rbac.authorization.k8s.io {"kind":"ClusterRole","metadata":{"name":"system:basic-user"},"rules":[\
            {"verbs":["create"],"apiGroups":["authorization.k8s.io"],\
            "resources":["selfsubjectaccessreviews","selfsubjectrulesreviews"]},\
            {"verbs":["create"],"apiGroups":["authentication.k8s.io"],"resources":["selfsubjectreviews"]}]}
            clusterroles.rbac.authorization.k8s.io {"kind":"ClusterRole","metadata":{"name":"view"},"rules":[\
            {"verbs":["get","list","watch"],"apiGroups":[""],"resources":["bindings","configmaps","endpoints","events",\
            "limitranges","namespaces","namespaces/status","persistentvolumeclaims","persistentvolumeclaims/status","pods",\
            "pods/log","pods/status","replicationcontrollers","replicationcontrollers/scale",\
            "replicationcontrollers/status","resourcequotas","resourcequotas/status","serviceaccounts","services",\
            "services/status"]},{"verbs":["get","list","watch"],"apiGroups":["apps","autoscaling","batch",\
            "discovery.k8s.io","networking.k8s.io","policy"],"resources":["*"]}]}
            clusterroles.rbac.authorization.k8s.io {"kind":"ClusterRole","metadata":{"name":"edit"},"rules":[\
            {"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"apiGroups":["","apps",\
            "autoscaling","batch","discovery.k8s.io","networking.k8s.io","policy"],"resources":["*"]}]}
            clusterroles.rbac.authorization.k8s.io {"kind":"ClusterRole","metadata":{"name":"admin"},"rules":[\
            {"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"apiGroups":["","apps",\
            "autoscaling","batch","discovery.k8s.io","networking.k8s.io","policy"],"resources":["*"]},\
            {"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],\
            "apiGroups":["rbac.authorization.k8s.io"],"resources":["rolebindings","roles"]}]}
            clusterrolebindings.rbac.authorization.k8s.io {"kind":"ClusterRoleBinding",\
            "metadata":{"name":"cluster-admin"},"subjects":[{"kind":"Group","name":"system:masters"}],\
            "roleRef":{"kind":"ClusterRole","name":"cluster-admin"}}
            clusterrolebindings.rbac.authorization.k8s.io {"kind":"ClusterRoleBinding",\
            "metadata":{"name":"system:discovery"},"subjects":[{"kind":"Group","name":"system:authenticated"}],\
            "roleRef":{"kind":"ClusterRole","name":"system:discovery"}}
            clusterrolebindings.rbac.authorization.k8s.io {"kind":"ClusterRoleBinding",\
            "metadata":{"name":"system:basic-user"},"subjects":[{"kind":"Group","name":"system:authenticated"}],\
            "roleRef":{"kind":"ClusterRole","name":"system:basic-user"}}
            clusterrolebindings.rbac.authorization.k8s.io {"kind":"ClusterRoleBinding",\
            "metadata":{"name":"system:public-info-viewer"},"subjects":[{"kind":"Group","name":"system:authenticated"},\
            {"kind":"Group","name":"system:unauthenticated"}],\
            "roleRef":{"kind":"ClusterRole","name":"system:public-info-viewer"}}
            prioritylevelconfigurations.flowcontrol.apiserver.k8s.io {"apiVersion":"flowcontrol.apiserver.k8s.io/v1",\
            "kind":"PriorityLevelConfiguration","metadata":{"name":"exempt"},"spec":{"type":"Exempt","exempt":{}}}
            prioritylevelconfigurations.flowcontrol.apiserver.k8s.io {"apiVersion":"flowcontrol.apiserver.k8s.io/v1",\
            "kind":"PriorityLevelConfiguration","metadata":{"name":"catch-all"},"spec":{"type":"Limited",\
            "limited":{"nominalConcurrencyShares":5,"limitResponse":{"type":"Reject"}}}}
            flowschemas.flowcontrol.apiserver.k8s.io {"apiVersion":"flowcontrol.apiserver.k8s.io/v1","kind":"FlowSchema",\
            "metadata":{"name":"exempt"},"spec":{"priorityLevelConfiguration":{"name":"exempt"},"matchingPrecedence":1,\
            "rules":[{"subjects":[{"kind":"Group","group":{"name":"system:masters"}}],"resourceRules":[{"verbs":["*"],\
            "apiGroups":["*"],"resources":["*"],"clusterScope":true,"namespaces":["*"]}],\
            "nonResourceRules":[{"verbs":["*"],"nonResourceURLs":["*"]}]}]}}
            flowschemas.flowcontrol.apiserver.k8s.io {"apiVersion":"flowcontrol.apiserver.k8s.io/v1","kind":"FlowSchema",\
            "metadata":{"name":"catch-all"},"spec":{"priorityLevelConfiguration":{"name":"catch-all"},\
            "matchingPrecedence":10000,"distinguisherMethod":{"type":"ByUser"},\
            "rules":[{"subjects":[{"kind":"Group","group":{"name":"system:unauthenticated"}},\
            {"kind":"Group","group":{"name":"system:authenticated"}}],"resourceRules":[{"verbs":["*"],\
            "apiGroups":["*"],"resources":["*"],"clusterScope":true,"namespaces":["*"]}],\
            "nonResourceRules":[{"verbs":["*"],"nonResourceURLs":["*"]}]}]}}
            """;

    private static final String RBAC = "rbac.authorization.k8s.io";

    private Bootstrap() {}

    /** Creates what is not there yet. */
    public static void apply(Cluster cluster, Server server, Instant now) {
        for (String line : OBJECTS.lines().toList()) {
            int space = line.indexOf(' ');
            GroupResource resource =
                    ObjectId.of(line.substring(0, space), "any").resource();
            Json.Obj object = (Json.Obj) Json.parse(line.substring(space + 1));
            create(cluster, resource, resource.group().equals(RBAC) ? role(object) : object);
        }
        create(cluster, new GroupResource("", "services"), service(server));
        create(cluster, new GroupResource("", "endpoints"), endpoints(server));
        create(cluster, new GroupResource("discovery.k8s.io", "endpointslices"), endpointSlice(server));
        create(cluster, new GroupResource("coordination.k8s.io", "leases"), lease(now));
        if (!server.clientCertificate().isEmpty()) {
            create(cluster, new GroupResource("", "configmaps"), authentication(server));
        }
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

    private static Json.Obj role(Json.Obj object) {
        Json.Obj named = Tree.with(object, Json.of(RBAC + "/v1"), "apiVersion");
        named = Tree.with(named, Json.of("rbac-defaults"), "metadata", "labels", "kubernetes.io/bootstrapping");
        return Tree.with(named, Json.of("true"), "metadata", "annotations", RBAC + "/autoupdate");
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
