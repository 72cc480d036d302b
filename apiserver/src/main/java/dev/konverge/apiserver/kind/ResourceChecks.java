package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** What containers and pods may ask for: requests, limits and claims that fit together. */
final class ResourceChecks {
    private static final List<String> OF_PODS = List.of("cpu", "hugepages-", "memory");

    private ResourceChecks() {}

    /** Checks what a container of a pod asks for. */
    static void ofContainer(Json.Obj container, Json.Obj pod, String at, Report report) {
        Json.Obj resources = Tree.object(container, "resources");
        amounts(resources, at, report, (name, place) -> AmountChecks.ofContainer(name, place, report));
        claims(resources, pod, at + ".claims", report);
    }

    /** Checks what a pod asks for as a whole. */
    static void ofPod(Json.Obj pod, String at, Report report) {
        if (!Tree.has(pod, "resources")) {
            return;
        }
        if (Tree.text(pod, "os", "name").equals("windows")) {
            report.forbidden(at, "may not be set for a windows pod");
            return;
        }
        Json.Obj resources = Tree.object(pod, "resources");
        if (!Tree.list(resources, "claims").isEmpty()) {
            report.forbidden(at + ".claims", "claims may not be set for Resources at pod-level");
        }
        amounts(resources, at, report, (name, place) -> ofPod(name, place, report));
        claims(resources, pod, at + ".claims", report);
        withinLimits(pod, at, report);
    }

    private static void ofPod(String name, String place, Report report) {
        int before = report.errors().size();
        AmountChecks.name(name, place, report);
        boolean known = name.equals("cpu") || name.equals("memory") || name.startsWith("hugepages-");
        if (report.errors().size() == before && !known) {
            report.notSupported(place, name, OF_PODS);
        }
    }

    /** What no container may have more of than its pod. */
    private static void withinLimits(Json.Obj pod, String at, Report report) {
        Map<String, String> most = Tree.texts(pod, "resources", "limits");
        List<Json.Obj> containers = Tree.objects(pod, "containers");
        for (int i = 0; i < containers.size(); i++) {
            String place = at + ".containers[" + i + "]";
            Tree.texts(containers.get(i), "resources", "limits").forEach((name, amount) -> {
                Optional<Quantity> own = AmountChecks.quantity(amount);
                Optional<Quantity> all = Optional.ofNullable(most.get(name)).flatMap(AmountChecks::quantity);
                if (own.isPresent() && all.isPresent() && own.get().compareTo(all.get()) > 0) {
                    report.invalid(
                            place + "[" + name + "].limits",
                            amount,
                            "must be less than or equal to pod limits of " + most.get(name));
                }
            });
        }
    }

    /** Looks at the amounts; {@code naming} is given the name of each and its place. */
    private static void amounts(Json.Obj resources, String at, Report report, BiConsumer<String, String> naming) {
        Map<String, String> limits = Tree.texts(resources, "limits");
        limits.forEach((name, amount) -> {
            naming.accept(name, at + ".limits[" + name + "]");
            AmountChecks.value(name, amount, at + ".limits[" + name + "]", report);
        });
        Tree.texts(resources, "requests").forEach((name, amount) -> {
            naming.accept(name, at + ".requests[" + name + "]");
            AmountChecks.value(name, amount, at + ".requests[" + name + "]", report);
            Optional<Quantity> wanted = AmountChecks.quantity(amount);
            Optional<Quantity> most = Optional.ofNullable(limits.get(name)).flatMap(AmountChecks::quantity);
            boolean shared = !name.contains("/") && !name.startsWith("hugepages-");
            if (wanted.isPresent()
                    && most.isPresent()
                    && !shared
                    && wanted.get().compareTo(most.get()) != 0) {
                report.invalid(at + ".requests", amount, "must be equal to " + name + " limit of " + limits.get(name));
            } else if (wanted.isPresent() && most.isPresent() && wanted.get().compareTo(most.get()) > 0) {
                report.invalid(
                        at + ".requests",
                        amount,
                        "must be less than or equal to " + name + " limit of " + limits.get(name));
            } else if (most.isEmpty() && !shared) {
                report.required(at + ".limits", "Limit must be set for non overcommitable resources");
            }
        });
    }

    private static void claims(Json.Obj resources, Json.Obj pod, String at, Report report) {
        Set<String> known = new TreeSet<>();
        Tree.objects(pod, "resourceClaims").forEach(claim -> known.add(Tree.text(claim, "name")));
        known.remove("");
        Set<String> seen = new HashSet<>();
        List<Json.Obj> claims = Tree.objects(resources, "claims");
        for (int i = 0; i < claims.size(); i++) {
            String place = at + "[" + i + "]";
            String name = Tree.text(claims.get(i), "name");
            if (name.isEmpty()) {
                report.required(place);
                continue;
            }
            repeated(claims.get(i), seen, place, report);
            if (!known.contains(name)) {
                report.notFound(
                        place,
                        name,
                        "must be one of the names in pod.spec.resourceClaims"
                                + (known.isEmpty() ? " which is empty" : ": " + String.join(", ", known)));
            }
        }
    }

    /** A claim is named as a whole, or by the requests in it, and neither twice nor both. */
    private static void repeated(Json.Obj claim, Set<String> seen, String place, Report report) {
        String name = Tree.text(claim, "name");
        String request = Tree.text(claim, "request");
        if (seen.contains(name)) {
            report.duplicate(place, Json.of(name));
            return;
        }
        if (!request.isEmpty()) {
            report.invalid(place + ".request", request, NameSyntax.label(request));
        }
        String key = request.isEmpty() ? name : name + "/" + request;
        boolean parts = request.isEmpty() && seen.stream().anyMatch(other -> other.startsWith(name + "/"));
        if (!seen.add(key) || parts) {
            report.duplicate(place, Json.of(key));
        }
    }
}
