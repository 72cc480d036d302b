package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.apiserver.upkeep.ObjectId;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The server as its own upkeep uses it. */
final class InnerCluster implements Cluster {
    private final Engine engine;
    private final Supplier<Catalog> catalog;
    private final Kinds kinds;
    private final Creating creating;
    private final Updating updating;
    private final Deleting deleting;
    private final String manager;

    /**
     * Does what it is told in somebody's name.
     *
     * @param manager who manages the fields that are written
     */
    InnerCluster(Engine engine, Supplier<Catalog> catalog, Kinds kinds, Verbs verbs, String manager) {
        this.engine = engine;
        this.catalog = catalog;
        this.kinds = kinds;
        this.creating = verbs.creating();
        this.updating = verbs.updating();
        this.deleting = verbs.deleting();
        this.manager = manager;
    }

    @Override
    public Optional<ServedResource> findResource(String apiVersion, String kind) {
        return catalog.get().findKind(apiVersion, kind).map(InnerCluster::resource);
    }

    @Override
    public List<ServedResource> resources() {
        List<ServedResource> all = new ArrayList<>();
        Set<GroupResource> seen = new HashSet<>();
        for (Served served : catalog.get().all()) {
            if (served.allows("list") && seen.add(served.collection())) {
                all.add(resource(served));
            }
        }
        return all;
    }

    private static ServedResource resource(Served served) {
        return new ServedResource(served.collection(), served.namespaced(), served.allows("delete"));
    }

    @Override
    public Optional<Json.Obj> find(ObjectId id) {
        String key = id.namespace().isEmpty() ? id.name() : id.namespace() + '/' + id.name();
        return Optional.ofNullable(engine.store().state().find(id.resource().toString(), key))
                .map(Stored::object);
    }

    @Override
    public List<Json.Obj> list(GroupResource resource, String namespace) {
        List<Json.Obj> found = new ArrayList<>();
        String prefix = namespace.isEmpty() ? "" : namespace + '/';
        for (Stored stored : engine.store().state().objects(resource.toString()).from(prefix)) {
            if (!stored.key().startsWith(prefix)) {
                break;
            }
            found.add(stored.object());
        }
        return found;
    }

    @Override
    public void create(GroupResource resource, String namespace, Json.Obj object) {
        Kind kind = kind(resource);
        Json.Obj normal = kind.form().normalized(object);
        creating.create(new Target(kind, namespace, "", ""), normal, caller());
    }

    @Override
    public void update(ObjectId id, String subresource, UnaryOperator<Json.Obj> change) {
        Target target = target(id, subresource);
        Caller caller = caller();
        updating.update(
                target,
                live -> {
                    if (live == null) {
                        throw Failures.notFound(id.resource(), id.name());
                    }
                    Json.Obj next = change.apply(live);
                    return next.equals(live)
                            ? live
                            : engine.ownership()
                                    .updated(
                                            target,
                                            live,
                                            target.kind().form().normalized(next),
                                            caller.manager(),
                                            engine.now());
                },
                Updating.Absent.CREATES_IF_ALLOWED,
                Optional.empty(),
                caller);
    }

    @Override
    public void delete(ObjectId id, String uid, String resourceVersion, Propagation propagation) {
        DeleteOptions.Propagation fate = switch (propagation) {
            case BACKGROUND -> DeleteOptions.Propagation.BACKGROUND;
            case FOREGROUND -> DeleteOptions.Propagation.FOREGROUND;
            case ORPHAN -> DeleteOptions.Propagation.ORPHAN;
        };
        DeleteOptions options = DeleteOptions.USUAL.withUid(uid).withPropagation(fate);
        deleting.delete(
                target(id, ""), resourceVersion.isEmpty() ? options : options.withVersion(resourceVersion), caller());
    }

    @Override
    public void deleteAtOnce(ObjectId id, String uid) {
        DeleteOptions options = DeleteOptions.USUAL
                .withUid(uid)
                .withPropagation(DeleteOptions.Propagation.BACKGROUND)
                .withGraceSeconds(0);
        deleting.delete(target(id, ""), options, caller());
    }

    private Target target(ObjectId id, String subresource) {
        return new Target(kind(id.resource()), id.namespace(), id.name(), subresource);
    }

    /** The kind in the version in which its objects are stored. */
    private Kind kind(GroupResource resource) {
        Served found = null;
        for (Served served : catalog.get().all()) {
            if (served.collection().equals(resource)
                    && (found == null || served.apiVersion().equals(served.storageVersion()))) {
                found = served;
            }
        }
        if (found == null) {
            throw Failures.noSuchResource();
        }
        return kinds.of(found);
    }

    private Caller caller() {
        return new Caller(
                User.ADMIN,
                manager,
                false,
                new Warnings(),
                Deadline.never(engine.platform().clock()));
    }
}
