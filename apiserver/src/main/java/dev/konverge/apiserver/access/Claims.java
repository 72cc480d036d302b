package dev.konverge.apiserver.access;

import dev.konverge.apiserver.access.Accounts.Account;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a token says about whose it is. Whether that still holds is for others to find out.
 *
 * @param id the id of the token
 * @param account the service account
 * @param uid the uid of the service account
 * @param audiences whom the token is meant for
 * @param notBefore when it begins to hold
 * @param notAfter when it ceases to hold
 * @param bound the objects it lives and dies with, by their kind in small letters: pod, secret or node
 */
record Claims(
        String id,
        Account account,
        String uid,
        List<String> audiences,
        Instant notBefore,
        Instant notAfter,
        Map<String, Bound> bound) {
    private static final String PREFIX = "authentication.kubernetes.io/";
    private static final List<String> KINDS = List.of("pod", "secret", "node");

    /**
     * An object that a token is bound to.
     *
     * @param name its name
     * @param uid its uid
     */
    record Bound(String name, String uid) {
        Json.Obj toJson() {
            return uid.isEmpty() ? Tree.of("name", name) : Tree.of("name", name, "uid", uid);
        }
    }

    Claims {
        audiences = List.copyOf(audiences);
        bound = Map.copyOf(bound);
    }

    static Claims of(Json.Obj claims) {
        Json.Obj own = Tree.object(claims, "kubernetes.io");
        Map<String, Bound> bound = new TreeMap<>();
        for (String kind : KINDS) {
            if (Tree.has(own, kind)) {
                bound.put(kind, new Bound(Tree.text(own, kind, "name"), Tree.text(own, kind, "uid")));
            }
        }
        return new Claims(
                Tree.text(claims, "jti"),
                new Account(Tree.text(own, "namespace"), Tree.text(own, "serviceaccount", "name")),
                Tree.text(own, "serviceaccount", "uid"),
                Tree.strings(claims, "aud"),
                Instant.ofEpochSecond(Tree.number(claims, "nbf")),
                Instant.ofEpochSecond(Tree.number(claims, "exp")),
                bound);
    }

    /** {@return the claims in the order in which Kubernetes writes them} */
    Json.Obj toJson(String issuer, Optional<Instant> warnAfter) {
        Map<String, Json> own = new TreeMap<>();
        own.put("namespace", Json.of(account.namespace()));
        own.put("serviceaccount", Tree.of("name", account.name(), "uid", uid));
        bound.forEach((kind, object) -> own.put(kind, object.toJson()));
        warnAfter.ifPresent(at -> own.put("warnafter", Json.of(at.getEpochSecond())));
        return Tree.of(
                "aud", Tree.arr(audiences),
                "exp", notAfter.getEpochSecond(),
                "iat", notBefore.getEpochSecond(),
                "iss", issuer,
                "jti", id,
                "kubernetes.io", new Json.Obj(own),
                "nbf", notBefore.getEpochSecond(),
                "sub", account.user());
    }

    /** {@return what is known of the bearer beside the name} */
    Map<String, List<String>> extra() {
        Map<String, List<String>> extra = new TreeMap<>();
        extra.put(PREFIX + "credential-id", List.of("JTI=" + id));
        for (String kind : List.of("pod", "node")) {
            Bound object = bound.get(kind);
            if (object != null) {
                extra.put(PREFIX + kind + "-name", List.of(object.name));
                if (!object.uid.isEmpty()) {
                    extra.put(PREFIX + kind + "-uid", List.of(object.uid));
                }
            }
        }
        return extra;
    }
}
