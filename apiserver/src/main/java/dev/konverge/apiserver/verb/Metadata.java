package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** What every object's metadata goes through, whatever its kind. */
final class Metadata {
    private static final String NAME_LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX = 5;
    private static final int LONGEST_GENERATED = 63;
    private static final String DUPLICATE_OWNERS =
            " API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your "
                    + "requests; duplicate UID(s) observed: ";
    /** What Kubernetes writes first. */
    private static final List<String> HEAD = List.of("kind", "apiVersion");
    /** The order in which Kubernetes writes metadata. */
    private static final List<String> ORDER = List.of(
            "name",
            "generateName",
            "namespace",
            "selfLink",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "labels",
            "annotations",
            "ownerReferences",
            "finalizers",
            "managedFields");

    private Metadata() {}

    static String name(Json.Obj object) {
        return Tree.text(object, "metadata", "name");
    }

    static String namespace(Json.Obj object) {
        return Tree.text(object, "metadata", "namespace");
    }

    static String uid(Json.Obj object) {
        return Tree.text(object, "metadata", "uid");
    }

    static String version(Json.Obj object) {
        return Tree.text(object, "metadata", "resourceVersion");
    }

    static boolean isDeleting(Json.Obj object) {
        return Tree.has(object, "metadata", "deletionTimestamp");
    }

    static List<String> finalizers(Json.Obj object) {
        return Tree.strings(object, "metadata", "finalizers");
    }

    /** Takes away what only the server may say of a new object. */
    static Json.Obj withoutSystemFields(Json.Obj object) {
        return without(
                object, "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink");
    }

    static Json.Obj without(Json.Obj object, String... names) {
        Json.Obj metadata = Tree.object(object, "metadata");
        for (String name : names) {
            metadata = Tree.without(metadata, name);
        }
        return Tree.with(object, metadata, "metadata");
    }

    /** Gives a new object what only the server may say of it. */
    static Json.Obj withSystemFields(Json.Obj object, Instant now, RandomGenerator random) {
        Json.Obj metadata = Tree.object(object, "metadata");
        metadata = Tree.with(metadata, Json.of(newUid(random)), "uid");
        metadata = Tree.with(metadata, Json.of(TimeFormat.TIME.format(now)), "creationTimestamp");
        return Tree.with(object, metadata, "metadata");
    }

    static String newUid(RandomGenerator random) {
        long high = (random.nextLong() & ~0xf000L) | 0x4000L;
        long low = (random.nextLong() & ~(0b11L << 62)) | (0b10L << 62);
        return new UUID(high, low).toString();
    }

    /** Makes up a name for an object that has but the beginning of one. */
    static Json.Obj withGeneratedName(Json.Obj object, RandomGenerator random) {
        String start = Tree.text(object, "metadata", "generateName");
        String kept =
                start.length() > LONGEST_GENERATED - SUFFIX ? start.substring(0, LONGEST_GENERATED - SUFFIX) : start;
        StringBuilder name = new StringBuilder(kept);
        for (int i = 0; i < SUFFIX; i++) {
            name.append(NAME_LETTERS.charAt(random.nextInt(NAME_LETTERS.length())));
        }
        return Tree.with(object, Json.of(name.toString()), "metadata", "name");
    }

    /** Puts an object into the namespace of its request. */
    static Json.Obj inNamespace(Json.Obj object, String namespace) {
        String own = namespace(object);
        if (own.equals(namespace)) {
            return own.isEmpty() ? Tree.without(object, "metadata", "namespace") : object;
        }
        if (namespace.isEmpty()) {
            return Tree.without(object, "metadata", "namespace");
        }
        if (own.isEmpty()) {
            return Tree.with(object, Json.of(namespace), "metadata", "namespace");
        }
        throw Failures.badRequest(
                "the namespace of the provided object does not match the namespace sent on the request");
    }

    /** Refuses an object whose name is not that of its request. */
    static void requireName(Json.Obj object, String name) {
        String own = name(object);
        if (own.isEmpty()) {
            throw Failures.badRequest(
                    "the name of the object (" + name + " based on URL) was undeterminable: name must be provided");
        }
        if (!own.equals(name)) {
            throw Failures.badRequest(
                    "the name of the object (" + own + ") does not match the name on the URL (" + name + ")");
        }
    }

    /** Keeps one of each owner. */
    static Json.Obj withoutDuplicateOwners(Json.Obj object, boolean afterAdmission, Warnings warnings) {
        List<Json> owners = Tree.list(object, "metadata", "ownerReferences");
        if (owners.size() < 2) {
            return object;
        }
        List<Json> kept = new ArrayList<>();
        List<String> twice = new ArrayList<>();
        Set<Json> seen = new HashSet<>();
        for (Json owner : owners) {
            if (seen.add(owner)) {
                kept.add(owner);
            } else if (owner instanceof Json.Obj duplicate) {
                twice.add(Tree.text(duplicate, "uid"));
            }
        }
        if (twice.isEmpty()) {
            return object;
        }
        warnings.add(".metadata.ownerReferences contains duplicate entries"
                + (afterAdmission ? " after mutating admission happens;" : ";")
                + DUPLICATE_OWNERS
                + String.join(", ", twice));
        return Tree.with(object, new Json.Arr(kept), "metadata", "ownerReferences");
    }

    /** Keeps what an update cannot change. */
    static Json.Obj withSystemFieldsOf(Json.Obj live, Json.Obj next) {
        Json.Obj old = Tree.object(live, "metadata");
        Json.Obj metadata = Tree.object(next, "metadata");
        if (Tree.text(metadata, "uid").isEmpty()) {
            metadata = Tree.withFrom(metadata, old, "uid");
        }
        for (String kept : List.of("creationTimestamp", "deletionTimestamp")) {
            if (Tree.has(old, kept)) {
                metadata = Tree.withFrom(metadata, old, kept);
            }
        }
        if (!Tree.has(metadata, "deletionGracePeriodSeconds")) {
            metadata = Tree.withFrom(metadata, old, "deletionGracePeriodSeconds");
        }
        return Tree.with(next, metadata, "metadata");
    }

    /** Puts head and metadata into the order in which Kubernetes writes them, without a resource version. */
    static Json.Obj stored(Json.Obj object) {
        Map<String, Json> before = Tree.object(object, "metadata").fields();
        Map<String, Json> ordered = LinkedHashMap.newLinkedHashMap(before.size());
        for (String name : ORDER) {
            Json value = before.get(name);
            if (value != null && !name.equals("resourceVersion") && !name.equals("selfLink")) {
                ordered.put(name, value);
            }
        }
        before.forEach((name, value) -> {
            if (!ORDER.contains(name)) {
                ordered.put(name, value);
            }
        });
        Map<String, Json> fields =
                LinkedHashMap.newLinkedHashMap(object.fields().size());
        for (String head : HEAD) {
            Json value = object.get(head);
            if (value != null) {
                fields.put(head, value);
            }
        }
        object.fields()
                .forEach((name, value) -> fields.put(name, name.equals("metadata") ? new Json.Obj(ordered) : value));
        return new Json.Obj(fields);
    }
}
