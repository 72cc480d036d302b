package dev.konverge.apiserver.quota;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A {@code ResourceQuota}: what it limits, and whose use of that it counts.
 *
 * @param object the quota
 */
public record Quota(Json.Obj object) {
    private static final GroupResource PODS = new GroupResource("", "pods");

    /** What every container has to say something about if it is limited. */
    private static final Set<String> EXPLICIT =
            Set.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

    /** {@return its name} */
    public String name() {
        return Tree.text(object, "metadata", "name");
    }

    /** {@return whether the use of an object by somebody counts}: it has the scopes that the quota is for */
    public boolean concerns(GroupResource resource, Json.Obj counted) {
        for (String scope : Tree.strings(object, "spec", "scopes")) {
            if (!inScope(Tree.of("scopeName", scope, "operator", "Exists"), resource, counted)) {
                return false;
            }
        }
        return Tree.objects(object, "spec", "scopeSelector", "matchExpressions").stream()
                .allMatch(expression -> inScope(expression, resource, counted));
    }

    /** Only pods have scopes, so a quota that has any counts nothing else. */
    private static boolean inScope(Json.Obj expression, GroupResource resource, Json.Obj counted) {
        return resource.equals(PODS)
                && switch (Tree.text(expression, "scopeName")) {
                    case "Terminating" -> isTerminating(counted);
                    case "NotTerminating" -> !isTerminating(counted);
                    case "BestEffort" -> PodAmounts.isBestEffort(counted);
                    case "NotBestEffort" -> !PodAmounts.isBestEffort(counted);
                    case "PriorityClass" -> hasPriority(expression, Tree.text(counted, "spec", "priorityClassName"));
                    case "CrossNamespacePodAffinity" -> reachesOut(counted);
                    default -> false;
                };
    }

    private static boolean isTerminating(Json.Obj pod) {
        return Tree.numberOr(-1, pod, "spec", "activeDeadlineSeconds") >= 0;
    }

    private static boolean hasPriority(Json.Obj expression, String name) {
        List<String> values = Tree.strings(expression, "values");
        return switch (Tree.text(expression, "operator")) {
            case "In" -> !name.isEmpty() && values.contains(name);
            case "NotIn" -> name.isEmpty() || !values.contains(name);
            case "DoesNotExist" -> name.isEmpty();
            default -> !name.isEmpty();
        };
    }

    private static boolean reachesOut(Json.Obj pod) {
        List<Json.Obj> terms = new ArrayList<>();
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            Json.Obj affinity = Tree.object(pod, "spec", "affinity", kind);
            terms.addAll(Tree.objects(affinity, "requiredDuringSchedulingIgnoredDuringExecution"));
            Tree.objects(affinity, "preferredDuringSchedulingIgnoredDuringExecution")
                    .forEach(weighted -> terms.add(Tree.object(weighted, "podAffinityTerm")));
        }
        return terms.stream()
                .anyMatch(term -> !Tree.list(term, "namespaces").isEmpty() || Tree.has(term, "namespaceSelector"));
    }

    /** {@return what is wrong with a pod that uses what is limited without saying how much, if it does} */
    public Optional<String> findSilence(Json.Obj pod) {
        if (Tree.has(pod, "spec", "resources", "requests") || Tree.has(pod, "spec", "resources", "limits")) {
            return Optional.empty();
        }
        Set<String> required = new TreeSet<>(
                Amounts.at(object, "status", "hard").only(EXPLICIT).values().keySet());
        Map<String, Set<String>> missing = new TreeMap<>();
        for (String list : List.of("containers", "initContainers")) {
            for (Json.Obj container : Tree.objects(pod, "spec", list)) {
                Set<String> said = PodAmounts.compute(
                                Amounts.at(container, "resources", "requests"),
                                Amounts.at(container, "resources", "limits"))
                        .values()
                        .keySet();
                for (String name : required) {
                    if (!said.contains(name)) {
                        missing.computeIfAbsent(name, any -> new TreeSet<>()).add(Tree.text(container, "name"));
                    }
                }
            }
        }
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(missing.entrySet().stream()
                        .map(entry -> entry.getKey() + " for: " + String.join(",", entry.getValue()))
                        .collect(Collectors.joining("; ", "must specify ", "")));
    }

    /** {@return what this limits of what somebody wants to use} */
    public Amounts limited(Amounts wanted) {
        return wanted.only(Amounts.at(object, "status", "hard").values().keySet());
    }

    /** {@return why it cannot be used so much more, if it cannot} */
    public Optional<String> findExcess(Amounts more) {
        Amounts hard = Amounts.at(object, "status", "hard");
        Amounts used = Amounts.at(object, "status", "used");
        Amounts beyond = used.plus(more).only(more.values().keySet()).beyond(hard);
        if (beyond.values().isEmpty()) {
            return Optional.empty();
        }
        Set<String> names = beyond.values().keySet();
        return Optional.of("exceeded quota: " + name() + ", requested: " + more.only(names) + ", used: "
                + used.only(names) + ", limited: " + hard.only(names));
    }

    /** {@return the quota after so much more is used} */
    public Json.Obj charged(Amounts more) {
        return Tree.with(object, Amounts.at(object, "status", "used").plus(more).toJson(), "status", "used");
    }
}
