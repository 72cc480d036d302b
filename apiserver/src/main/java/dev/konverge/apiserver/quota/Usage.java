package dev.konverge.apiserver.quota;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.time.Instant;
import java.util.Set;

/** How much an object uses of what a quota can limit. */
public final class Usage {
    private static final Quantity ONE = Quantity.of(1);

    /** Resources that a quota may also count without saying {@code count/}. */
    private static final Set<String> ALSO_PLAIN =
            Set.of("configmaps", "secrets", "replicationcontrollers", "resourcequotas");

    private static final String OF_CLASS = ".storageclass.storage.k8s.io/";

    private Usage() {}

    /** {@return whether a quota that limits this counts the objects of the resource of that name} */
    public static boolean isPlainCount(String name) {
        return ALSO_PLAIN.contains(name);
    }

    /** {@return what one object uses} */
    public static Amounts of(GroupResource resource, Json.Obj object, Instant now) {
        if (!resource.group().isEmpty()) {
            return Amounts.NONE.with("count/" + resource, ONE);
        }
        return switch (resource.resource()) {
            case "pods" -> PodAmounts.usage(object, now);
            case "services" -> service(object);
            case "persistentvolumeclaims" -> claim(object);
            default -> {
                Amounts count = Amounts.NONE.with("count/" + resource, ONE);
                yield ALSO_PLAIN.contains(resource.resource()) ? count.with(resource.resource(), ONE) : count;
            }
        };
    }

    private static Amounts service(Json.Obj service) {
        int ports = Tree.list(service, "spec", "ports").size();
        String type = Tree.text(service, "spec", "type");
        boolean balanced = type.equals("LoadBalancer");
        long nodePorts = 0;
        if (type.equals("NodePort") || (balanced && allocatesPorts(service))) {
            nodePorts = ports;
        } else if (balanced) {
            nodePorts = Tree.objects(service, "spec", "ports").stream()
                    .filter(port -> Tree.number(port, "nodePort") != 0)
                    .count();
        }
        return Amounts.NONE
                .with("count/services", ONE)
                .with("services", ONE)
                .with("services.nodeports", Quantity.of(nodePorts))
                .with("services.loadbalancers", Quantity.of(balanced ? 1 : 0));
    }

    private static boolean allocatesPorts(Json.Obj service) {
        return !Tree.has(service, "spec", "allocateLoadBalancerNodePorts")
                || Tree.flag(service, "spec", "allocateLoadBalancerNodePorts");
    }

    private static Amounts claim(Json.Obj claim) {
        String annotated = Tree.text(claim, "metadata", "annotations", "volume.beta.kubernetes.io/storage-class");
        String storageClass = annotated.isEmpty() ? Tree.text(claim, "spec", "storageClassName") : annotated;
        Amounts usage = Amounts.NONE.with("count/persistentvolumeclaims", ONE).with("persistentvolumeclaims", ONE);
        if (!storageClass.isEmpty()) {
            usage = usage.with(storageClass + OF_CLASS + "persistentvolumeclaims", ONE);
        }
        Quantity storage = Amounts.at(claim, "spec", "resources", "requests")
                .find("storage")
                .orElse(null);
        if (storage == null) {
            return usage;
        }
        usage = usage.with("requests.storage", storage);
        return storageClass.isEmpty() ? usage : usage.with(storageClass + OF_CLASS + "requests.storage", storage);
    }
}
