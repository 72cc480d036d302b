package dev.konverge.benchmarks.codec;

/** The metadata of a pod: 8 labels, 6 annotations, its owner, and the fields that four managers own. */
final class PodMetadata {
    private final PodTemplate template;
    private final PodFacts facts;

    PodMetadata(PodTemplate template, PodFacts facts) {
        this.template = template;
        this.facts = facts;
    }

    void write(JsonText json) {
        String base = template.app() + "-" + template.hash() + "-";
        json.key("metadata")
                .open('{')
                .put("name", base + facts.suffix())
                .put("generateName", base)
                .put("namespace", template.namespace())
                .put("uid", facts.uid())
                .put("resourceVersion", Long.toString(facts.version()))
                .put("generation", 1)
                .put("creationTimestamp", Identifiers.time(facts.created()));
        labels(json);
        annotations(json);
        json.key("ownerReferences")
                .open('[')
                .open('{')
                .put("apiVersion", "apps/v1")
                .put("kind", "ReplicaSet")
                .put("name", template.app() + "-" + template.hash())
                .put("uid", template.ownerUid())
                .put("controller", true)
                .put("blockOwnerDeletion", true)
                .close('}')
                .close(']');
        new ManagedFields(template, facts).write(json);
        json.close('}');
    }

    private void labels(JsonText json) {
        json.object(
                "labels",
                "app.kubernetes.io/component",
                "backend",
                "app.kubernetes.io/instance",
                template.app(),
                "app.kubernetes.io/managed-by",
                "Helm",
                "app.kubernetes.io/name",
                template.app(),
                "app.kubernetes.io/part-of",
                template.team(),
                "app.kubernetes.io/version",
                "v1." + template.containers().getFirst().version() + ".0",
                "example.com/team",
                template.team(),
                "pod-template-hash",
                template.hash());
    }

    private void annotations(JsonText json) {
        String network = """
                [{
                    "name": "cluster-net",
                    "interface": "eth0",
                    "ips": ["%s"],
                    "default": true
                }]""".formatted(facts.address());
        json.object(
                "annotations",
                "checksum/config",
                template.containers().getFirst().digest(),
                "example.com/dashboard",
                "https://dashboards.example.com/d/pods?app=" + template.app() + "&team=" + template.team(),
                "k8s.v1.cni.cncf.io/network-status",
                network,
                "kubectl.kubernetes.io/restartedAt",
                Identifiers.time(template.created()),
                "prometheus.io/port",
                "8080",
                "prometheus.io/scrape",
                "true");
    }
}
