package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.admission.Write.Operation;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.quota.Amounts;
import dev.konverge.apiserver.quota.Quota;
import dev.konverge.apiserver.quota.Usage;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.apiserver.upkeep.ObjectId;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Nothing is made in a namespace that its quotas have no room for.
 *
 * <p>What is allowed is charged at once, so that many who ask at the same time do not get more than there is. What is not used after
 * all, or given back, the upkeep finds out.
 */
final class ResourceQuotas {
    private static final GroupResource PODS = new GroupResource("", "pods");
    private static final GroupResource QUOTAS = new GroupResource("", "resourcequotas");

    private final Cluster cluster;

    ResourceQuotas(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Lets a write pass, and charges for it.
     *
     * @throws dev.konverge.apiserver.failure.StatusException if there is no room for it
     */
    void validate(Write write) {
        Json.Obj object = write.object();
        if (object == null || write.namespace().isEmpty() || !counts(write)) {
            return;
        }
        Map<Quota, Amounts> charges = new LinkedHashMap<>();
        for (Json.Obj found : cluster.list(QUOTAS, write.namespace())) {
            Quota quota = new Quota(found);
            if (quota.concerns(write.resource(), object)) {
                charges.put(quota, charge(write, object, quota));
            }
        }
        charges.values().removeIf(charge -> charge.values().isEmpty());
        charges.forEach((quota, charge) -> refuse(write, quota.findExcess(charge)));
        if (!write.dryRun()) {
            charges.forEach((quota, charge) -> pay(write, quota, charge));
        }
    }

    /** Only some objects can use more than when they were made. */
    private static boolean counts(Write write) {
        return switch (write.operation()) {
            case CREATE -> write.subresource().isEmpty();
            case UPDATE ->
                write.isAbout("", "services")
                        || write.isAbout("", "persistentvolumeclaims")
                        || write.isAbout("", "pods")
                        || (write.resource().equals(PODS) && write.subresource().equals("resize"));
            case DELETE -> false;
        };
    }

    private static Amounts charge(Write write, Json.Obj object, Quota quota) {
        boolean pod = write.resource().equals(PODS);
        if (pod && write.operation() == Operation.CREATE) {
            refuse(write, quota.findSilence(object).map(silence -> "failed quota: " + quota.name() + ": " + silence));
        }
        Amounts usage = Usage.of(write.resource(), object, Instant.EPOCH);
        Json.Obj old = write.old();
        if (write.operation() == Operation.UPDATE && old != null && quota.concerns(write.resource(), old)) {
            usage = usage.increaseOver(Usage.of(write.resource(), old, Instant.EPOCH));
        }
        return quota.limited(usage.withoutZeros());
    }

    private static void refuse(Write write, Optional<String> why) {
        if (why.isPresent()) {
            throw write.forbidden(why.get());
        }
    }

    /** Looked at once more with the quota as it is when it is written: somebody else may have been faster. */
    private void pay(Write write, Quota quota, Amounts charge) {
        ObjectId id = new ObjectId(QUOTAS, write.namespace(), quota.name());
        if (cluster.find(id).isEmpty()) {
            return;
        }
        cluster.update(id, "status", current -> {
            Quota now = new Quota(current);
            if (!Tree.has(current, "status", "hard")) {
                return current;
            }
            refuse(write, now.findExcess(charge));
            return now.charged(charge);
        });
    }
}
