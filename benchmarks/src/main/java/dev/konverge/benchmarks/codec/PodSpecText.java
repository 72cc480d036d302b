package dev.konverge.benchmarks.codec;

import dev.konverge.benchmarks.codec.PodTemplate.ContainerTemplate;

/** The spec of a pod. */
final class PodSpecText {
    private final PodTemplate template;
    private final PodFacts facts;

    PodSpecText(PodTemplate template, PodFacts facts) {
        this.template = template;
        this.facts = facts;
    }

    void write(JsonText json) {
        json.key("spec").open('{');
        volumes(json);
        json.key("containers").open('[');
        template.containers().forEach(container -> container(json, container));
        json.close(']')
                .put("restartPolicy", "Always")
                .put("terminationGracePeriodSeconds", 30)
                .put("dnsPolicy", "ClusterFirst")
                .object("nodeSelector", "kubernetes.io/os", "linux")
                .put("serviceAccountName", template.app())
                .put("serviceAccount", template.app())
                .put("nodeName", facts.node());
        json.key("securityContext")
                .open('{')
                .put("runAsUser", 10001)
                .put("runAsNonRoot", true)
                .put("fsGroup", 10001)
                .close('}')
                .put("schedulerName", "default-scheduler");
        tolerations(json);
        json.put("priority", 0).put("enableServiceLinks", false).put("preemptionPolicy", "PreemptLowerPriority");
        json.key("topologySpreadConstraints")
                .open('[')
                .open('{')
                .put("maxSkew", 1)
                .put("topologyKey", "topology.kubernetes.io/zone")
                .put("whenUnsatisfiable", "ScheduleAnyway")
                .key("labelSelector")
                .open('{')
                .object("matchLabels", "app.kubernetes.io/name", template.app())
                .close('}')
                .close('}')
                .close(']')
                .close('}');
    }

    private void volumes(JsonText json) {
        json.key("volumes").open('[');
        json.open('{').put("name", "config").key("configMap").open('{');
        json.put("name", template.app() + "-config")
                .put("defaultMode", 420)
                .close('}')
                .close('}');
        json.open('{').put("name", "credentials").key("secret").open('{');
        json.put("secretName", template.app() + "-credentials")
                .put("defaultMode", 256)
                .close('}')
                .close('}');
        json.open('{')
                .put("name", "scratch")
                .object("emptyDir", "sizeLimit", "1Gi")
                .close('}');
        json.open('{')
                .put("name", facts.tokenVolume())
                .key("projected")
                .open('{')
                .key("sources")
                .open('[');
        json.open('{').key("serviceAccountToken").open('{');
        json.put("expirationSeconds", 3607).put("path", "token").close('}').close('}');
        json.open('{')
                .key("configMap")
                .open('{')
                .put("name", "kube-root-ca.crt")
                .key("items")
                .open('[');
        json.open('{')
                .put("key", "ca.crt")
                .put("path", "ca.crt")
                .close('}')
                .close(']')
                .close('}')
                .close('}');
        json.open('{')
                .key("downwardAPI")
                .open('{')
                .key("items")
                .open('[')
                .open('{')
                .put("path", "namespace");
        json.object("fieldRef", "apiVersion", "v1", "fieldPath", "metadata.namespace");
        json.close('}').close(']').close('}').close('}');
        json.close(']').put("defaultMode", 420).close('}').close('}').close(']');
    }

    private void container(JsonText json, ContainerTemplate container) {
        json.open('{').put("name", container.name()).put("image", container.image());
        json.key("args")
                .open('[')
                .string("--config=/etc/" + container.name() + "/config.yaml")
                .string("--log=json");
        json.close(']').key("ports").open('[').open('{');
        json.put("name", "http")
                .put("containerPort", container.port())
                .put("protocol", "TCP")
                .close('}')
                .close(']');
        json.key("env").open('[');
        container.variables().forEach(variable -> variable(json, container, variable));
        json.close(']').key("resources").open('{');
        json.object("limits", "cpu", "500m", "memory", 128 * (1 + container.version() % 7) + "Mi");
        json.object("requests", "cpu", "100m", "memory", "128Mi").close('}');
        json.key("volumeMounts").open('[');
        mount(json, "config", true, "/etc/" + container.name());
        mount(json, "scratch", false, "/tmp");
        mount(json, facts.tokenVolume(), true, "/var/run/secrets/kubernetes.io/serviceaccount");
        json.close(']');
        if (container.name().equals("app")) {
            probe(json, "livenessProbe", "/healthz", container.port(), 10);
        }
        probe(json, "readinessProbe", "/readyz", container.port(), 5);
        json.put("terminationMessagePath", "/dev/termination-log")
                .put("terminationMessagePolicy", "File")
                .put("imagePullPolicy", "IfNotPresent");
        json.key("securityContext")
                .open('{')
                .key("capabilities")
                .open('{')
                .key("drop")
                .open('[')
                .string("ALL");
        json.close(']').close('}').put("readOnlyRootFilesystem", true).put("allowPrivilegeEscalation", false);
        json.close('}').close('}');
    }

    private void variable(JsonText json, ContainerTemplate container, String name) {
        json.open('{').put("name", name);
        switch (name) {
            case "POD_NAME" -> fieldRef(json, "metadata.name");
            case "POD_IP" -> fieldRef(json, "status.podIP");
            case "DATABASE_PASSWORD" -> {
                json.key("valueFrom").open('{');
                json.object("secretKeyRef", "name", template.app() + "-credentials", "key", "password")
                        .close('}');
            }
            case "DATABASE_URL" ->
                json.put(
                        "value",
                        "postgres://" + template.app() + ".db.example.com:5432/main?sslmode=verify-full&pool=8");
            default -> json.put("value", name.toLowerCase(java.util.Locale.ROOT) + "-" + container.version());
        }
        json.close('}');
    }

    private static void fieldRef(JsonText json, String path) {
        json.key("valueFrom")
                .open('{')
                .object("fieldRef", "apiVersion", "v1", "fieldPath", path)
                .close('}');
    }

    private static void mount(JsonText json, String name, boolean readOnly, String path) {
        json.open('{').put("name", name);
        if (readOnly) {
            json.put("readOnly", true);
        }
        json.put("mountPath", path).close('}');
    }

    private static void probe(JsonText json, String name, String path, int port, int period) {
        json.key(name).open('{').key("httpGet").open('{');
        json.put("path", path).put("port", port).put("scheme", "HTTP").close('}');
        json.put("initialDelaySeconds", period)
                .put("timeoutSeconds", 1)
                .put("periodSeconds", period)
                .put("successThreshold", 1)
                .put("failureThreshold", 3)
                .close('}');
    }

    private static void tolerations(JsonText json) {
        json.key("tolerations").open('[');
        for (String state : new String[] {"not-ready", "unreachable"}) {
            json.open('{')
                    .put("key", "node.kubernetes.io/" + state)
                    .put("operator", "Exists")
                    .put("effect", "NoExecute")
                    .put("tolerationSeconds", 300)
                    .close('}');
        }
        json.close(']');
    }
}
