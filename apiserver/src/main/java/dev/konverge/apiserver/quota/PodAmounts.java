package dev.konverge.apiserver.quota;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a pod asks for and what it is limited to, all its containers taken together. */
public final class PodAmounts {
    private static final Set<String> COMPUTE = Set.of("cpu", "memory", "ephemeral-storage");
    private static final Set<String> OF_PODS = Set.of("cpu", "memory");
    private static final String HUGE_PAGES = "hugepages-";

    private PodAmounts() {}

    /** {@return the requests of a pod} */
    public static Amounts requests(Json.Obj pod) {
        return total(pod, "requests").plus(Amounts.at(pod, "spec", "overhead"));
    }

    /** {@return the limits of a pod} */
    public static Amounts limits(Json.Obj pod) {
        Amounts limits = total(pod, "limits");
        // Overhead is added to limits that are there, and makes none.
        return limits.plus(
                Amounts.at(pod, "spec", "overhead").only(limits.values().keySet()));
    }

    /**
     * Containers run together, those that initialize one after the other, with those before them that go on running. What a pod says
     * about itself as a whole overrides what follows from its containers.
     */
    private static Amounts total(Json.Obj pod, String which) {
        Amounts sum = Amounts.NONE;
        for (Json.Obj container : Tree.objects(pod, "spec", "containers")) {
            sum = sum.plus(Amounts.at(container, "resources", which));
        }
        Amounts staying = Amounts.NONE;
        Amounts starting = Amounts.NONE;
        for (Json.Obj container : Tree.objects(pod, "spec", "initContainers")) {
            Amounts own = Amounts.at(container, "resources", which);
            if (Tree.text(container, "restartPolicy").equals("Always")) {
                sum = sum.plus(own);
                staying = staying.plus(own);
                starting = starting.max(staying);
            } else {
                starting = starting.max(own.plus(staying));
            }
        }
        Amounts all = sum.max(starting);
        for (Map.Entry<String, Quantity> whole :
                Amounts.at(pod, "spec", "resources", which).values().entrySet()) {
            if (OF_PODS.contains(whole.getKey()) || whole.getKey().startsWith(HUGE_PAGES)) {
                all = all.with(whole.getKey(), whole.getValue());
            }
        }
        return all;
    }

    /** {@return what a pod uses of a quota} */
    static Amounts usage(Json.Obj pod, Instant now) {
        Amounts count = Amounts.NONE.with("count/pods", Quantity.of(1));
        return isOver(pod, now) ? count : count.plus(compute(requests(pod), limits(pod)));
    }

    /** {@return what requests and limits are called in a quota} */
    static Amounts compute(Amounts requests, Amounts limits) {
        Amounts usage = Amounts.NONE.with("pods", Quantity.of(1));
        for (Map.Entry<String, Quantity> entry : requests.values().entrySet()) {
            String name = entry.getKey();
            boolean plain = COMPUTE.contains(name) || name.startsWith(HUGE_PAGES);
            if (plain) {
                usage = usage.with(name, entry.getValue());
            }
            // Of resources that are none of Kubernetes' own, only requests are limited.
            if (plain || name.indexOf('/') >= 0) {
                usage = usage.with("requests." + name, entry.getValue());
            }
        }
        for (Map.Entry<String, Quantity> entry : limits.values().entrySet()) {
            if (COMPUTE.contains(entry.getKey())) {
                usage = usage.with("limits." + entry.getKey(), entry.getValue());
            }
        }
        return usage;
    }

    /** A pod that has ended, or should have, uses nothing. */
    private static boolean isOver(Json.Obj pod, Instant now) {
        String phase = Tree.text(pod, "status", "phase");
        String deletion = Tree.text(pod, "metadata", "deletionTimestamp");
        long grace = Tree.number(pod, "metadata", "deletionGracePeriodSeconds");
        return phase.equals("Failed")
                || phase.equals("Succeeded")
                || (!deletion.isEmpty() && now.isAfter(Instant.parse(deletion).plusSeconds(grace)));
    }

    /** {@return whether nothing in a pod asks for anything, nor is limited} */
    static boolean isBestEffort(Json.Obj pod) {
        List<String> counted = List.of("cpu", "memory");
        return requests(pod).only(counted).withoutZeros().values().isEmpty()
                && limits(pod).only(counted).withoutZeros().values().isEmpty();
    }
}
