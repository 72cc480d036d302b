package dev.konverge.apiserver.admission.match;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A write as policies and webhooks see it.
 *
 * @param operation what is done: {@code CREATE}, {@code UPDATE} or {@code DELETE}
 * @param served with what resource, in the version that was asked for
 * @param namespace in which namespace, empty for none
 * @param name with which object, empty if it has no name yet
 * @param subresource through which subresource, empty for the object itself
 * @param object the new state, null for a deletion
 * @param old the state before, null for a creation
 * @param dryRun whether it will not be stored
 * @param user who does it
 * @param warnings takes what the user is told beside the answer
 * @param given what the request says of how it shall be done
 * @param left tells how much time is left for it
 */
public record Request(
        String operation,
        Served served,
        String namespace,
        String name,
        String subresource,
        Json.@Nullable Obj object,
        Json.@Nullable Obj old,
        boolean dryRun,
        User user,
        Consumer<String> warnings,
        Json.Obj given,
        Supplier<Duration> left) {
    /** {@return this with another new state} */
    public Request withObject(Json.@Nullable Obj other) {
        return withObjects(other, old);
    }

    /** {@return this with other states, after and before} */
    public Request withObjects(Json.@Nullable Obj after, Json.@Nullable Obj before) {
        return new Request(
                operation, served, namespace, name, subresource, after, before, dryRun, user, warnings, given, left);
    }

    /** {@return whether it is about a namespace itself} */
    public boolean isAboutNamespace() {
        return served.group().isEmpty() && served.plural().equals("namespaces");
    }

    /** {@return how a message calls the object} */
    public String shownName() {
        if (!name.isEmpty()) {
            return name;
        }
        String start = object == null ? "" : Tree.text(object, "metadata", "generateName");
        return start.isEmpty() ? "Unknown" : start;
    }

    /** {@return what an expression sees as {@code request}} */
    public Json.Obj described() {
        return described(served);
    }

    /** {@return what a webhook is told besides the objects, which it sees in a version of its own} */
    public Json.Obj described(Served seen) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("kind", kindIn(seen));
        fields.put("resource", resourceIn(seen));
        put(fields, "subResource", subresource);
        fields.put("requestKind", kindIn(served));
        fields.put("requestResource", resourceIn(served));
        put(fields, "requestSubResource", subresource);
        put(fields, "name", name);
        put(fields, "namespace", isAboutNamespace() ? name : namespace);
        fields.put("operation", Json.of(operation));
        fields.put("userInfo", userInfo());
        fields.put("dryRun", Json.of(dryRun));
        fields.put("options", options());
        return new Json.Obj(fields);
    }

    private Json.Obj kindIn(Served seen) {
        Json.Obj part = object == null || subresource.isEmpty() ? Json.Obj.EMPTY : object;
        String kind = Tree.text(part, "kind");
        if (kind.isEmpty() || kind.equals(served.kind())) {
            return Tree.of("group", seen.group(), "version", seen.version(), "kind", served.kind());
        }
        // A subresource that is an object of its own has a version of its own.
        String version = Tree.text(part, "apiVersion");
        int slash = version.indexOf('/');
        return Tree.of(
                "group",
                version.substring(0, Math.max(slash, 0)),
                "version",
                version.substring(slash + 1),
                "kind",
                kind);
    }

    private static Json.Obj resourceIn(Served seen) {
        return Tree.of("group", seen.group(), "version", seen.version(), "resource", seen.plural());
    }

    private Json.Obj options() {
        String verb = operation.charAt(0) + operation.substring(1).toLowerCase(Locale.ROOT);
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("kind", Json.of(verb + "Options"));
        fields.put("apiVersion", Json.of("meta.k8s.io/v1"));
        fields.putAll(given.fields());
        return new Json.Obj(fields);
    }

    private Json.Obj userInfo() {
        Map<String, Json> info = new LinkedHashMap<>();
        info.put("username", Json.of(user.name()));
        put(info, "uid", user.uid());
        if (!user.groups().isEmpty()) {
            info.put("groups", Tree.arr(user.groups()));
        }
        if (!user.extra().isEmpty()) {
            Map<String, Json> extra = new LinkedHashMap<>();
            user.extra().forEach((key, values) -> extra.put(key, Tree.arr(values)));
            info.put("extra", new Json.Obj(extra));
        }
        return new Json.Obj(info);
    }

    private static void put(Map<String, Json> fields, String name, String value) {
        if (!value.isEmpty()) {
            fields.put(name, Json.of(value));
        }
    }
}
