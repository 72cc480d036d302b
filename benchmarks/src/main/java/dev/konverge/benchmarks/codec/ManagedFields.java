package dev.konverge.benchmarks.codec;

import java.util.Comparator;
import java.util.List;

/** The managed fields of a pod: of the replica set controller, the scheduler, a network plugin and the kubelet. */
final class ManagedFields {
    private final PodTemplate template;
    private final PodFacts facts;

    ManagedFields(PodTemplate template, PodFacts facts) {
        this.template = template;
        this.facts = facts;
    }

    void write(JsonText json) {
        json.key("managedFields").open('[');
        entry(json, "kube-controller-manager", 0);
        controller(json);
        end(json, "");
        entry(json, "kube-scheduler", 0);
        json.key("f:status")
                .open('{')
                .key("f:conditions")
                .open('{')
                .key(".")
                .open('{')
                .close('}');
        condition(json, "PodScheduled");
        json.close('}').close('}');
        end(json, "status");
        entry(json, "multus", 1);
        json.key("f:metadata").open('{').key("f:annotations").open('{');
        leaf(json, "f:k8s.v1.cni.cncf.io/network-status");
        json.close('}').close('}');
        end(json, "status");
        entry(json, "kubelet", 9);
        kubelet(json);
        end(json, "status");
        json.close(']');
    }

    private void entry(JsonText json, String manager, int secondsLater) {
        json.open('{')
                .put("manager", manager)
                .put("operation", "Update")
                .put("apiVersion", "v1")
                .put("time", Identifiers.time(facts.created() + secondsLater))
                .put("fieldsType", "FieldsV1")
                .key("fieldsV1")
                .open('{');
    }

    private static void end(JsonText json, String subresource) {
        json.close('}');
        if (!subresource.isEmpty()) {
            json.put("subresource", subresource);
        }
        json.close('}');
    }

    private void controller(JsonText json) {
        json.key("f:metadata").open('{');
        leaves(json, "f:annotations", ".", "f:checksum/config", "f:example.com/dashboard", "f:prometheus.io/port");
        leaf(json, "f:generateName");
        leaves(
                json,
                "f:labels",
                ".",
                "f:app.kubernetes.io/component",
                "f:app.kubernetes.io/instance",
                "f:app.kubernetes.io/name",
                "f:example.com/team",
                "f:pod-template-hash");
        json.key("f:ownerReferences").open('{');
        leaf(json, ".");
        leaf(json, "k:{\"uid\":\"" + template.ownerUid() + "\"}");
        json.close('}').close('}').key("f:spec").open('{').key("f:containers").open('{');
        template.containers().stream()
                .sorted(Comparator.comparing(PodTemplate.ContainerTemplate::name))
                .forEach(container -> container(json, container));
        json.close('}');
        for (String field : List.of("dnsPolicy", "enableServiceLinks", "restartPolicy", "schedulerName")) {
            leaf(json, "f:" + field);
        }
        json.close('}');
    }

    private static void container(JsonText json, PodTemplate.ContainerTemplate container) {
        json.key("k:{\"name\":\"" + container.name() + "\"}").open('{');
        leaf(json, ".");
        json.key("f:env").open('{');
        leaf(json, ".");
        container.variables().stream()
                .sorted()
                .forEach(variable -> leaves(json, "k:{\"name\":\"" + variable + "\"}", ".", "f:name", "f:value"));
        json.close('}');
        leaf(json, "f:image");
        leaf(json, "f:imagePullPolicy");
        leaf(json, "f:name");
        leaf(json, "f:resources");
        leaf(json, "f:volumeMounts");
        json.close('}');
    }

    private void kubelet(JsonText json) {
        json.key("f:status").open('{').key("f:conditions").open('{');
        for (String type : List.of("ContainersReady", "Initialized", "PodReadyToStartContainers", "Ready")) {
            condition(json, type);
        }
        json.close('}');
        for (String field : List.of("containerStatuses", "hostIP", "hostIPs", "observedGeneration", "phase", "podIP")) {
            leaf(json, "f:" + field);
        }
        json.key("f:podIPs").open('{');
        leaf(json, ".");
        leaves(json, "k:{\"ip\":\"" + facts.address() + "\"}", ".", "f:ip");
        json.close('}');
        leaf(json, "f:startTime");
        json.close('}');
    }

    private static void condition(JsonText json, String type) {
        leaves(json, "k:{\"type\":\"" + type + "\"}", ".", "f:lastTransitionTime", "f:status", "f:type");
    }

    private static void leaves(JsonText json, String name, String... children) {
        json.key(name).open('{');
        for (String child : children) {
            leaf(json, child);
        }
        json.close('}');
    }

    private static void leaf(JsonText json, String name) {
        json.key(name).open('{').close('}');
    }
}
