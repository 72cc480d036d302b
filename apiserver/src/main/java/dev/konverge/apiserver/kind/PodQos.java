package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The quality-of-service class of a pod, worked out from what its containers ask for. */
final class PodQos {
    private static final List<String> COUNTED = List.of("cpu", "memory");

    private PodQos() {}

    /** {@return {@code Guaranteed}, {@code Burstable} or {@code BestEffort}} */
    static String of(Json.Obj pod) {
        List<Json.Obj> parts = new ArrayList<>();
        if (Tree.has(pod, "spec", "resources")) {
            parts.add(Tree.object(pod, "spec"));
        } else {
            parts.addAll(Tree.objects(pod, "spec", "containers"));
            parts.addAll(Tree.objects(pod, "spec", "initContainers"));
        }
        Map<String, Quantity> requests = new HashMap<>();
        Map<String, Quantity> limits = new HashMap<>();
        boolean limited = true;
        for (Json.Obj part : parts) {
            add(Tree.texts(part, "resources", "requests"), requests);
            limited &= add(Tree.texts(part, "resources", "limits"), limits) == COUNTED.size();
        }
        if (requests.isEmpty() && limits.isEmpty()) {
            return "BestEffort";
        }
        return limited && requests.equals(limits) ? "Guaranteed" : "Burstable";
    }

    /** {@return how many resources that count were added} */
    private static int add(Map<String, String> amounts, Map<String, Quantity> sums) {
        int added = 0;
        for (String name : COUNTED) {
            String amount = amounts.get(name);
            if (amount != null && isPositive(amount)) {
                sums.merge(name, Quantity.parse(amount), Quantity::add);
                added++;
            }
        }
        return added;
    }

    private static boolean isPositive(String amount) {
        try {
            return Quantity.parse(amount).signum() > 0;
        } catch (IllegalArgumentException notOne) {
            return false;
        }
    }
}
