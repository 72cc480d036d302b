package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** The defaults that depend on other fields of the same value. */
final class ComputedDefaults {
    private static final Json CLUSTER = Json.of("Cluster");
    private static final String RBAC = "rbac.authorization.k8s.io";

    private static final Set<String> TYPES = Set.of(
            "core.v1.Container",
            "core.v1.EphemeralContainer",
            "core.v1.ImageVolumeSource",
            "core.v1.Volume",
            "core.v1.Pod",
            "core.v1.PodSpec",
            "core.v1.Secret",
            "core.v1.ServiceSpec",
            "core.v1.ServicePort",
            "core.v1.Namespace",
            "core.v1.PersistentVolume",
            "core.v1.NodeSpec",
            "core.v1.NodeStatus",
            "core.v1.PodStatus",
            "core.v1.LoadBalancerIngress",
            "core.v1.LimitRangeItem",
            "core.v1.ReplicationController",
            "apps.v1.DeploymentStrategy",
            "apps.v1.DaemonSetUpdateStrategy",
            "apps.v1.StatefulSetUpdateStrategy",
            "apps.v1.StatefulSetSpec",
            "batch.v1.Job",
            "autoscaling.v2.HorizontalPodAutoscalerBehavior",
            "networking.v1.NetworkPolicySpec",
            "rbac.v1.Subject",
            "resource.v1.ExactDeviceRequest",
            "resource.v1.DeviceSubRequest",
            "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames");

    private ComputedDefaults() {}

    /** {@return whether a type has any} */
    static boolean concerns(String type) {
        return TYPES.contains(type);
    }

    /** Fills in a value of a type, whose constants are filled in already. */
    static void fill(String type, Map<String, Json> fields) {
        switch (type) {
            case "core.v1.Container", "core.v1.EphemeralContainer" ->
                imagePullPolicy(fields, "image", "imagePullPolicy");
            case "core.v1.ImageVolumeSource" -> imagePullPolicy(fields, "reference", "pullPolicy");
            case "core.v1.Volume" -> volume(fields);
            case "core.v1.Pod" -> PodDefaults.fill(fields);
            case "core.v1.PodSpec" -> PodDefaults.fillSpec(fields);
            case "core.v1.Secret" -> secret(fields);
            case "core.v1.ServiceSpec" -> service(fields);
            case "core.v1.ServicePort" -> servicePort(fields);
            case "core.v1.Namespace" -> namespace(fields);
            // Not of a volume that is described inside of another object.
            case "core.v1.PersistentVolume" ->
                within(fields, "spec", spec -> {
                    spec.putIfAbsent("persistentVolumeReclaimPolicy", Json.of("Retain"));
                    spec.putIfAbsent("volumeMode", Json.of("Filesystem"));
                });
            case "core.v1.NodeSpec" -> firstOf(fields, "podCIDR", "podCIDRs", Json::of);
            case "core.v1.PodStatus" -> firstOf(fields, "podIP", "podIPs", ip -> Tree.of("ip", ip));
            case "core.v1.LoadBalancerIngress" -> {
                if (fields.containsKey("ip")) {
                    fields.putIfAbsent("ipMode", Json.of("VIP"));
                }
            }
            case "core.v1.NodeStatus" -> copyIfAbsent(fields, "capacity", "allocatable");
            case "core.v1.LimitRangeItem" -> limitRange(fields);
            case "core.v1.ReplicationController" -> replicationController(fields);
            case "apps.v1.DeploymentStrategy" -> rollingUpdate(fields);
            case "apps.v1.DaemonSetUpdateStrategy" -> {
                rollingUpdate(fields);
                // Zeroes are what is shown of a strategy that is not in use.
                long usual = textOf(fields, "type").equals("RollingUpdate") ? 1 : 0;
                if (fields.containsKey("rollingUpdate")) {
                    within(fields, "rollingUpdate", rolling -> {
                        rolling.putIfAbsent("maxUnavailable", Json.of(usual));
                        rolling.putIfAbsent("maxSurge", Json.of(0L));
                    });
                }
            }
            case "apps.v1.StatefulSetUpdateStrategy" -> statefulSetUpdate(fields);
            case "apps.v1.StatefulSetSpec" -> claimTemplates(fields);
            case "batch.v1.Job" -> {
                labelsOfTemplate(fields);
                within(fields, "spec", ComputedDefaults::job);
            }
            case "autoscaling.v2.HorizontalPodAutoscalerBehavior" -> autoscalerBehavior(fields);
            case "networking.v1.NetworkPolicySpec" -> networkPolicy(fields);
            case "rbac.v1.Subject" -> subject(fields);
            case "resource.v1.ExactDeviceRequest", "resource.v1.DeviceSubRequest" -> deviceRequest(fields);
            case "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames" ->
                names(fields);
            default -> throw new IllegalArgumentException("no computed defaults for " + type);
        }
    }

    private static void imagePullPolicy(Map<String, Json> fields, String image, String policy) {
        fields.putIfAbsent(policy, Json.of(isLatest(textOf(fields, image)) ? "Always" : "IfNotPresent"));
    }

    /** {@return whether a reference to an image names no version}: the tag {@code latest}, or neither tag nor digest. */
    static boolean isLatest(String image) {
        if (image.isEmpty() || image.contains("@")) {
            return false;
        }
        String name = image.substring(image.lastIndexOf('/') + 1);
        int colon = name.indexOf(':');
        return colon < 0 || name.substring(colon + 1).equals("latest");
    }

    private static void volume(Map<String, Json> fields) {
        if (fields.keySet().stream().allMatch("name"::equals)) {
            fields.put("emptyDir", Json.Obj.EMPTY);
        }
    }

    private static void secret(Map<String, Json> fields) {
        if (fields.remove("stringData") instanceof Json.Obj texts) {
            Map<String, Json> merged = new LinkedHashMap<>();
            if (fields.get("data") instanceof Json.Obj data) {
                merged.putAll(data.fields());
            }
            texts.fields().forEach((key, value) -> merged.put(key, base64(value)));
            fields.put("data", new Json.Obj(merged));
        }
    }

    private static Json base64(Json text) {
        return text instanceof Json.Str string
                ? Json.of(Base64.getEncoder().encodeToString(string.value().getBytes(StandardCharsets.UTF_8)))
                : text;
    }

    private static void service(Map<String, Json> fields) {
        String type = textOf(fields, "type");
        if (textOf(fields, "sessionAffinity").equals("None")) {
            fields.remove("sessionAffinityConfig");
        } else if (textOf(fields, "sessionAffinity").equals("ClientIP")
                && !(fields.get("sessionAffinityConfig") instanceof Json.Obj config
                        && Tree.has(config, "clientIP", "timeoutSeconds"))) {
            fields.put("sessionAffinityConfig", Tree.of("clientIP", Tree.of("timeoutSeconds", 10800)));
        }
        boolean external = type.equals("NodePort")
                || type.equals("LoadBalancer")
                || (type.equals("ClusterIP") && fields.containsKey("externalIPs"));
        if (external) {
            fields.putIfAbsent("externalTrafficPolicy", CLUSTER);
        }
        if (!type.equals("ExternalName")) {
            fields.putIfAbsent("internalTrafficPolicy", CLUSTER);
        }
        if (type.equals("LoadBalancer")) {
            fields.putIfAbsent("allocateLoadBalancerNodePorts", Json.Bool.TRUE);
        }
    }

    private static void servicePort(Map<String, Json> fields) {
        Json target = fields.get("targetPort");
        boolean unset = target == null || target.equals(Json.of(0L)) || target.equals(Json.of(""));
        if (unset && fields.get("port") instanceof Json.Int port) {
            fields.put("targetPort", port);
        }
    }

    private static void namespace(Map<String, Json> fields) {
        if (fields.get("metadata") instanceof Json.Obj metadata) {
            String name = Tree.text(metadata, "name");
            if (!name.isEmpty()) {
                fields.put("metadata", Tree.with(metadata, Json.of(name), "labels", "kubernetes.io/metadata.name"));
            }
        }
    }

    private static void limitRange(Map<String, Json> fields) {
        if (!textOf(fields, "type").equals("Container")) {
            return;
        }
        merge(fields, "max", "default");
        merge(fields, "default", "defaultRequest");
        merge(fields, "min", "defaultRequest");
    }

    private static void replicationController(Map<String, Json> fields) {
        labelsOfTemplate(fields);
        if (fields.get("spec") instanceof Json.Obj spec) {
            Json labels = Tree.at(spec, "template", "metadata", "labels");
            if (labels != null && Tree.object(spec, "selector").fields().isEmpty()) {
                fields.put("spec", Tree.with(spec, labels, "selector"));
            }
        }
    }

    private static void labelsOfTemplate(Map<String, Json> fields) {
        Json.Obj object = new Json.Obj(fields);
        Json labels = Tree.at(object, "spec", "template", "metadata", "labels");
        if (labels != null && Tree.object(object, "metadata", "labels").fields().isEmpty()) {
            fields.put("metadata", Tree.with(Tree.object(object, "metadata"), labels, "labels"));
        }
    }

    private static void rollingUpdate(Map<String, Json> fields) {
        if (textOf(fields, "type").equals("RollingUpdate")) {
            fields.putIfAbsent("rollingUpdate", Json.Obj.EMPTY);
        }
    }

    private static void statefulSetUpdate(Map<String, Json> fields) {
        if (!fields.containsKey("type")) {
            fields.put("type", Json.of("RollingUpdate"));
            fields.putIfAbsent("rollingUpdate", Json.Obj.EMPTY);
        }
    }

    private static void claimTemplates(Map<String, Json> fields) {
        if (fields.get("volumeClaimTemplates") instanceof Json.Arr claims) {
            List<Json> named = new ArrayList<>();
            for (Json claim : claims.items()) {
                named.add(claim instanceof Json.Obj object ? named(object) : claim);
            }
            fields.put("volumeClaimTemplates", new Json.Arr(named));
        }
    }

    private static Json.Obj named(Json.Obj claim) {
        if (Tree.has(claim, "apiVersion") && Tree.has(claim, "kind")) {
            return claim;
        }
        Map<String, Json> head = new LinkedHashMap<>();
        head.put("apiVersion", Json.of("v1"));
        head.put("kind", Json.of("PersistentVolumeClaim"));
        head.putAll(claim.fields());
        return new Json.Obj(head);
    }

    private static void within(Map<String, Json> fields, String name, Consumer<Map<String, Json>> fill) {
        Map<String, Json> inner = new LinkedHashMap<>();
        if (fields.get(name) instanceof Json.Obj object) {
            object.fields().forEach((key, value) -> {
                if (!(value instanceof Json.Null)) {
                    inner.put(key, value);
                }
            });
        }
        fill.accept(inner);
        fields.put(name, new Json.Obj(inner));
    }

    private static void job(Map<String, Json> fields) {
        if (!fields.containsKey("completions") && !fields.containsKey("parallelism")) {
            fields.put("completions", Json.of(1L));
        }
        fields.putIfAbsent("parallelism", Json.of(1L));
        fields.putIfAbsent(
                "backoffLimit", Json.of(fields.containsKey("backoffLimitPerIndex") ? (long) Integer.MAX_VALUE : 6L));
        fields.putIfAbsent("completionMode", Json.of("NonIndexed"));
        fields.putIfAbsent("suspend", Json.Bool.FALSE);
        fields.putIfAbsent("manualSelector", Json.Bool.FALSE);
        fields.putIfAbsent(
                "podReplacementPolicy",
                Json.of(fields.containsKey("podFailurePolicy") ? "Failed" : "TerminatingOrFailed"));
    }

    private static void autoscalerBehavior(Map<String, Json> fields) {
        Json.Obj percent = Tree.of("type", "Percent", "value", 100, "periodSeconds", 15);
        Json.Obj pods = Tree.of("type", "Pods", "value", 4, "periodSeconds", 15);
        scalingRules(
                fields,
                "scaleUp",
                Tree.of("stabilizationWindowSeconds", 0, "selectPolicy", "Max", "policies", List.of(pods, percent)));
        scalingRules(fields, "scaleDown", Tree.of("selectPolicy", "Max", "policies", List.of(percent)));
    }

    private static void scalingRules(Map<String, Json> fields, String direction, Json.Obj defaults) {
        Map<String, Json> rules = new LinkedHashMap<>(defaults.fields());
        if (fields.get(direction) instanceof Json.Obj given) {
            given.fields().forEach((name, value) -> {
                if (!(value instanceof Json.Null)) {
                    rules.put(name, value);
                }
            });
        }
        fields.put(direction, new Json.Obj(rules));
    }

    private static void networkPolicy(Map<String, Json> fields) {
        if (!fields.containsKey("policyTypes")) {
            List<String> types = new ArrayList<>(List.of("Ingress"));
            if (fields.containsKey("egress")) {
                types.add("Egress");
            }
            fields.put("policyTypes", Tree.arr(types));
        }
    }

    private static void subject(Map<String, Json> fields) {
        String kind = textOf(fields, "kind");
        if (kind.equals("User") || kind.equals("Group")) {
            fields.putIfAbsent("apiGroup", Json.of(RBAC));
        }
    }

    private static void deviceRequest(Map<String, Json> fields) {
        fields.putIfAbsent("allocationMode", Json.of("ExactCount"));
        if (textOf(fields, "allocationMode").equals("ExactCount")) {
            fields.putIfAbsent("count", Json.of(1L));
        }
    }

    private static void names(Map<String, Json> fields) {
        String kind = textOf(fields, "kind");
        if (!kind.isEmpty()) {
            fields.putIfAbsent("singular", Json.of(kind.toLowerCase(Locale.ROOT)));
            fields.putIfAbsent("listKind", Json.of(kind + "List"));
        }
    }

    /** Keeps a field in step with the first element of a list that has taken its place. */
    private static void firstOf(Map<String, Json> fields, String single, String many, Function<String, Json> element) {
        String value = textOf(fields, single);
        List<Json> values = fields.get(many) instanceof Json.Arr array ? array.items() : List.of();
        if (!value.isEmpty() && (values.isEmpty() || !values.get(0).equals(element.apply(value)))) {
            fields.put(many, new Json.Arr(List.of(element.apply(value))));
        } else if (value.isEmpty() && !values.isEmpty()) {
            Json first = values.get(0) instanceof Json.Obj object ? object.get("ip") : values.get(0);
            if (first != null) {
                fields.put(single, first);
            }
        }
    }

    private static void copyIfAbsent(Map<String, Json> fields, String from, String to) {
        Json value = fields.get(from);
        if (value != null) {
            fields.putIfAbsent(to, value);
        }
    }

    /** Adds the entries of one map to another that lacks them. */
    static void merge(Map<String, Json> fields, String from, String to) {
        if (fields.get(from) instanceof Json.Obj source && !source.fields().isEmpty()) {
            Map<String, Json> merged = new LinkedHashMap<>();
            if (fields.get(to) instanceof Json.Obj target) {
                merged.putAll(target.fields());
            }
            source.fields().forEach(merged::putIfAbsent);
            fields.put(to, new Json.Obj(merged));
        }
    }

    static String textOf(Map<String, Json> fields, String name) {
        return fields.get(name) instanceof Json.Str text ? text.value() : "";
    }
}
