package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import dev.konverge.model.Yaml;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The least of a server that chores can work with: deletion, finalizers, versions, in plain sight. */
final class FakeCluster implements Cluster {
    static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private static final List<ServedResource> SERVED = List.of(
            served("", "pods", true),
            served("", "configmaps", true),
            served("", "serviceaccounts", true),
            served("", "namespaces", false),
            served("", "nodes", false),
            served("", "events", true),
            served("apps", "deployments", true),
            served("networking.k8s.io", "ipaddresses", false));
    private static final Map<String, String> KINDS = Map.of(
            "Pod", "pods",
            "ConfigMap", "configmaps",
            "Namespace", "namespaces",
            "Node", "nodes",
            "Deployment", "deployments");

    /** A change nobody was told of yet. */
    private record Told(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after) {}

    private final Map<ObjectId, Json.Obj> objects = new TreeMap<>(Comparator.comparing((ObjectId id) -> id.toString()));
    private final Map<String, Integer> refusals = new HashMap<>();
    private final Deque<Told> changes = new ArrayDeque<>();

    /** What chores did, in words. */
    final List<String> log = new ArrayList<>();

    Instant now = START;
    private int revision;

    private static ServedResource served(String group, String plural, boolean namespaced) {
        return new ServedResource(new GroupResource(group, plural), namespaced, true);
    }

    static ObjectId id(String text) {
        String[] words = text.split(" ", 2);
        return ObjectId.of(words[0], words[1]);
    }

    /** Stores an object; its name, namespace and uid (the name) are filled in. */
    FakeCluster put(String id, String yaml) {
        ObjectId place = id(id);
        Json.Obj object = (Json.Obj) Yaml.parse(yaml);
        object = Tree.with(object, Json.of(place.name()), "metadata", "name");
        object = Tree.has(object, "metadata", "uid")
                ? object
                : Tree.with(object, Json.of(place.name()), "metadata", "uid");
        store(place, object);
        return this;
    }

    /** Makes the next writes to an object fail as if somebody else had been faster. */
    void refuse(String id, int times) {
        refusals.put(id(id).toString(), times);
    }

    /** Removes an object without a word. */
    void remove(String id) {
        store(id(id), null);
    }

    boolean has(String id) {
        return objects.containsKey(id(id));
    }

    Json.Obj get(String id) {
        return find(id(id)).orElseThrow();
    }

    /** Tells chores what has changed and lets them work until all is quiet. @return how many things they did */
    int settle(Chore... chores) {
        int done = 0;
        boolean busy = true;
        while (busy) {
            while (!changes.isEmpty()) {
                Told told = changes.removeFirst();
                for (Chore chore : chores) {
                    chore.observe(told.id, told.before, told.after);
                }
            }
            busy = false;
            for (Chore chore : chores) {
                if (chore.work(this, now)) {
                    busy = true;
                    done++;
                }
            }
            if (done > 10_000) {
                throw new AssertionError("no rest in sight: " + log.subList(log.size() - 10, log.size()));
            }
        }
        return done;
    }

    private void store(ObjectId id, Json.@Nullable Obj object) {
        revision++;
        Json.Obj fresh =
                object == null ? null : Tree.with(object, Json.of("" + revision), "metadata", "resourceVersion");
        Json.Obj old = fresh == null ? objects.remove(id) : objects.put(id, fresh);
        changes.add(new Told(id, old, fresh));
    }

    private void conflictIfRefused(ObjectId id) {
        if (refusals.merge(id.toString(), -1, Integer::sum) >= 0) {
            throw Failures.modified(id.resource(), id.name());
        }
    }

    @Override
    public Optional<ServedResource> findResource(String apiVersion, String kind) {
        String plural = KINDS.get(kind);
        return SERVED.stream()
                .filter(known -> known.name().resource().equals(plural))
                .findFirst();
    }

    @Override
    public List<ServedResource> resources() {
        return SERVED;
    }

    @Override
    public Optional<Json.Obj> find(ObjectId id) {
        return Optional.ofNullable(objects.get(id));
    }

    @Override
    public List<Json.Obj> list(GroupResource resource, String namespace) {
        List<Json.Obj> found = new ArrayList<>();
        objects.forEach((id, object) -> {
            if (id.resource().equals(resource)
                    && (namespace.isEmpty() || id.namespace().equals(namespace))) {
                found.add(object);
            }
        });
        return found;
    }

    @Override
    public void create(GroupResource resource, String namespace, Json.Obj object) {
        ObjectId id = new ObjectId(resource, namespace, Tree.text(object, "metadata", "name"));
        if (objects.containsKey(id)) {
            throw Failures.alreadyExists(resource, id.name());
        }
        log.add("create " + id);
        store(id, Tree.with(object, Json.of(id.name() + revision), "metadata", "uid"));
    }

    @Override
    public void update(ObjectId id, String subresource, UnaryOperator<Json.Obj> change) {
        Json.Obj live = find(id).orElseThrow(() -> Failures.notFound(id.resource(), id.name()));
        Json.Obj next = change.apply(live);
        if (next.equals(live)) {
            return;
        }
        conflictIfRefused(id);
        log.add("update " + id + (subresource.isEmpty() ? "" : " " + subresource));
        boolean ends = Tree.has(next, "metadata", "deletionTimestamp")
                && Tree.list(next, "metadata", "finalizers").isEmpty()
                && Tree.list(next, "spec", "finalizers").isEmpty();
        store(id, ends ? null : next);
    }

    @Override
    public void delete(ObjectId id, String uid, String resourceVersion, Propagation propagation) {
        Json.Obj live = find(id).orElseThrow(() -> Failures.notFound(id.resource(), id.name()));
        boolean other = !Tree.text(live, "metadata", "uid").equals(uid)
                || (!resourceVersion.isEmpty()
                        && !Tree.text(live, "metadata", "resourceVersion").equals(resourceVersion));
        if (other) {
            throw Failures.modified(id.resource(), id.name());
        }
        conflictIfRefused(id);
        log.add("delete " + id + " " + propagation);
        List<String> finalizers = new ArrayList<>(Tree.strings(live, "metadata", "finalizers"));
        finalizers.removeAll(List.of("orphan", "foregroundDeletion"));
        switch (propagation) {
            case ORPHAN -> finalizers.add("orphan");
            case FOREGROUND -> finalizers.add("foregroundDeletion");
            case BACKGROUND -> {}
        }
        boolean held =
                !finalizers.isEmpty() || !Tree.list(live, "spec", "finalizers").isEmpty();
        if (!held) {
            store(id, null);
            return;
        }
        Json.Obj marked = Tree.with(live, Json.of(TimeFormat.TIME.format(now)), "metadata", "deletionTimestamp");
        store(id, Tree.with(marked, Tree.arr(finalizers), "metadata", "finalizers"));
    }

    @Override
    public void deleteAtOnce(ObjectId id, String uid) {
        delete(id, uid, "", Propagation.BACKGROUND);
    }
}
