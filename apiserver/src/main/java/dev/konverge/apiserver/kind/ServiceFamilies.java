package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The families of addresses of a Service, in a cluster that has addresses of version 4 alone. */
public final class ServiceFamilies {
    private static final List<String> FAMILIES = List.of("IPv4", "IPv6");
    private static final List<String> POLICIES = List.of("PreferDualStack", "RequireDualStack", "SingleStack");

    private ServiceFamilies() {}

    /**
     * {@return a Service that has addresses, with the families it gets} What was stored is taken over where the client left it out.
     *
     * @param service the new state, before addresses are given to it
     * @param live the stored state, if there is one
     * @throws StatusException if it asks for what cannot be
     */
    public static Json.Obj settled(Json.Obj service, Json.@Nullable Obj live) {
        boolean free = Tree.text(service, "spec", "clusterIP").equals("None")
                && Tree.object(service, "spec", "selector").fields().isEmpty();
        Json.Obj next = service;
        if (!Tree.has(next, "spec", "ipFamilyPolicy")) {
            Json before = live == null ? null : Tree.at(live, "spec", "ipFamilyPolicy");
            Json usual = Json.of(free ? "RequireDualStack" : "SingleStack");
            next = Tree.with(next, before == null ? usual : before, "spec", "ipFamilyPolicy");
        }
        List<FieldError> errors = new ArrayList<>();
        check(next, errors);
        refuse(next, errors);
        String policy = Tree.text(next, "spec", "ipFamilyPolicy");
        next = shortened(next, live, policy);
        counts(next, policy, errors);
        next = withFamiliesOfAddresses(next, errors);
        refuse(next, errors);
        if (free) {
            return withBoth(next, policy);
        }
        possible(next, policy, errors);
        refuse(next, errors);
        return Tree.list(next, "spec", "ipFamilies").isEmpty()
                ? Tree.with(next, Tree.arr(List.of("IPv4")), "spec", "ipFamilies")
                : next;
    }

    private static void refuse(Json.Obj service, List<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw Failures.invalid("", "Service", Tree.text(service, "metadata", "name"), errors);
        }
    }

    /** {@return a Service of a single family without a second one that was stored} */
    private static Json.Obj shortened(Json.Obj service, Json.@Nullable Obj live, String policy) {
        Json.Obj next = service;
        for (String field : List.of("clusterIPs", "ipFamilies")) {
            List<String> values = Tree.strings(next, "spec", field);
            boolean same = live != null && values.equals(Tree.strings(live, "spec", field));
            if (same && policy.equals("SingleStack") && values.size() > 1) {
                next = Tree.with(next, Tree.arr(values.subList(0, 1)), "spec", field);
            }
        }
        return next;
    }

    private static void counts(Json.Obj service, String policy, List<FieldError> errors) {
        String wanted = "must be 'RequireDualStack' or 'PreferDualStack' when multiple ";
        if (policy.equals("SingleStack")
                && Tree.list(service, "spec", "clusterIPs").size() == 2) {
            errors.add(FieldError.invalid("spec.ipFamilyPolicy", policy, wanted + "cluster IPs are specified"));
        }
        if (policy.equals("SingleStack")
                && Tree.list(service, "spec", "ipFamilies").size() == 2) {
            errors.add(FieldError.invalid("spec.ipFamilyPolicy", policy, wanted + "IP families are specified"));
        }
    }

    private static Json.Obj withFamiliesOfAddresses(Json.Obj service, List<FieldError> errors) {
        List<String> addresses = Tree.strings(service, "spec", "clusterIPs");
        List<String> families = new ArrayList<>(Tree.strings(service, "spec", "ipFamilies"));
        for (int i = families.size(); i < addresses.size() && !addresses.get(0).equals("None"); i++) {
            if (AddressSyntax.isV4(addresses.get(i))) {
                families.add("IPv4");
            } else {
                errors.add(FieldError.invalid(
                        "spec.clusterIPs[" + i + "]", Tree.arr(addresses), "IPv6 is not configured on this cluster"));
            }
        }
        return families.isEmpty() ? service : Tree.with(service, Tree.arr(families), "spec", "ipFamilies");
    }

    private static Json.Obj withBoth(Json.Obj service, String policy) {
        List<String> families = new ArrayList<>(Tree.strings(service, "spec", "ipFamilies"));
        if (families.isEmpty()) {
            families.add("IPv4");
        }
        if (families.size() < 2 && !policy.equals("SingleStack")) {
            families.add(families.get(0).equals("IPv4") ? "IPv6" : "IPv4");
        }
        return Tree.with(service, Tree.arr(families), "spec", "ipFamilies");
    }

    private static void possible(Json.Obj service, String policy, List<FieldError> errors) {
        if (policy.equals("RequireDualStack")) {
            errors.add(FieldError.invalid(
                    "spec.ipFamilyPolicy", policy, "this cluster is not configured for dual-stack services"));
        }
        List<String> families = Tree.strings(service, "spec", "ipFamilies");
        for (int i = 0; i < families.size(); i++) {
            if (!families.get(i).equals("IPv4")) {
                errors.add(FieldError.invalid(
                        "spec.ipFamilies[" + i + "]", families.get(i), "not configured on this cluster"));
            }
        }
    }

    /** Tells what is wrong with the addresses and families that a Service names. */
    static void check(Json.Obj service, List<FieldError> errors) {
        if (ServiceFields.type(service).equals("ExternalName")) {
            return;
        }
        String single = Tree.text(service, "spec", "clusterIP");
        List<String> addresses = Tree.strings(service, "spec", "clusterIPs");
        String at = "spec.clusterIPs";
        if (!single.isEmpty() && addresses.isEmpty()) {
            errors.add(FieldError.required(at, ""));
        } else if (!single.isEmpty() && !single.equals(addresses.get(0))) {
            errors.add(FieldError.invalid(at, Tree.arr(addresses), "first value must match `clusterIP`"));
        } else if (single.isEmpty() && !addresses.isEmpty()) {
            errors.add(FieldError.invalid(at, Tree.arr(addresses), "must be empty when `clusterIP` is not specified"));
        }
        families(service, errors);
        addresses(addresses, at, errors);
    }

    private static void families(Json.Obj service, List<FieldError> errors) {
        Set<String> seen = new HashSet<>();
        List<String> families = Tree.strings(service, "spec", "ipFamilies");
        for (int i = 0; i < families.size(); i++) {
            String at = "spec.ipFamilies[" + i + "]";
            if (!FAMILIES.contains(families.get(i))) {
                errors.add(FieldError.notSupported(at, Json.of(families.get(i)), FAMILIES));
            }
            if (!seen.add(families.get(i))) {
                errors.add(FieldError.duplicate(at, Json.of(families.get(i))));
            }
        }
        String policy = Tree.text(service, "spec", "ipFamilyPolicy");
        if (!policy.isEmpty() && !POLICIES.contains(policy)) {
            errors.add(FieldError.notSupported("spec.ipFamilyPolicy", Json.of(policy), POLICIES));
        }
    }

    private static void addresses(List<String> addresses, String at, List<FieldError> errors) {
        boolean broken = false;
        for (int i = 0; i < addresses.size(); i++) {
            String address = addresses.get(i);
            if (i == 0 && address.equals("None")) {
                if (addresses.size() > 1) {
                    broken = true;
                    errors.add(FieldError.invalid(at, Tree.arr(addresses), "'None' must be the first and only value"));
                }
                continue;
            }
            for (String problem : AddressSyntax.address(address)) {
                broken = true;
                errors.add(FieldError.invalid(at + "[" + i + "]", address, problem));
            }
        }
        if (addresses.size() > 2) {
            errors.add(FieldError.invalid(at, Tree.arr(addresses), "may only hold up to 2 values"));
        }
        boolean alike = addresses.stream().map(AddressSyntax::isV4).distinct().count() < addresses.size();
        if (!broken && addresses.size() > 1 && alike) {
            errors.add(
                    FieldError.invalid(at, Tree.arr(addresses), "may specify no more than one IP for each IP family"));
        }
    }
}
