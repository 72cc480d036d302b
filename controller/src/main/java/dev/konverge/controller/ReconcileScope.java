package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.PartialObjectMetadata;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.controller.event.EventType;
import dev.konverge.controller.event.Occurrence;
import dev.konverge.informer.IndexFunction;
import dev.konverge.model.Condition;
import dev.konverge.model.Conditions;
import dev.konverge.model.DeleteOptions;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.RawJson;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.Unstructured;
import dev.konverge.workqueue.Causes;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The scope of one call of a reconciler. */
final class ReconcileScope<T extends Resource> implements Scope<T> {
    private static final String OWNER_REFERENCES = "ownerReferences";

    /** What all calls of a controller share. */
    record Surroundings(Platform platform, Caches caches, EventRecorder events) {}

    /** Which object it is, in whatever state. */
    private record Identity(
            ResourceType<?> type, Key key, @Nullable String uid) {
        static Identity of(Resource object) {
            return new Identity(
                    object.resourceType(), object.key(), object.metadata().uid());
        }
    }

    private final Surroundings surroundings;
    private final Writes writes;
    private final Footprint footprint;
    private final Causes causes;
    private final int attempt;

    /** The objects that a plan has tried to write, as they were before. */
    private final Map<Identity, Resource> stored = new HashMap<>(0);

    /** The newest state of the reconciled object that is known. */
    private T current;

    /** The versions of it that own writes have replaced, one after the other and with nothing of others in between; the last gave {@link #current}. */
    private final Set<String> replaced = new HashSet<>(0);

    /** What shall be its status when the call is over. */
    private @Nullable T last;

    ReconcileScope(
            Surroundings surroundings, Writes writes, Footprint footprint, T object, Causes causes, int attempt) {
        this.surroundings = surroundings;
        this.writes = writes;
        this.footprint = footprint;
        this.current = object;
        this.causes = causes;
        this.attempt = attempt;
    }

    T current() {
        return current;
    }

    @Override
    public Key key() {
        return current.key();
    }

    @Override
    public Causes causes() {
        return causes;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public boolean isPlan() {
        return writes.plan().isDryRun();
    }

    // ---- reads

    @Override
    public <R extends Resource> Optional<R> find(ResourceType<R> type, Key key) {
        requireScope(type, key.namespace());
        return surroundings.caches().of(type).findByKey(key);
    }

    @Override
    public <R extends Resource> Optional<R> find(ResourceType<R> type, String name) {
        return find(type, new Key(isNamespaced(type) ? key().namespace() : "", name));
    }

    @Override
    public <R extends Resource> List<R> list(ResourceType<R> type) {
        return key().isNamespaced() && isNamespaced(type) ? list(type, key().namespace()) : listAll(type);
    }

    @Override
    public <R extends Resource> List<R> list(ResourceType<R> type, String namespace) {
        requireScope(type, namespace);
        return surroundings.caches().of(type).byIndex(IndexFunction.NAMESPACE, namespace);
    }

    private boolean isNamespaced(ResourceType<?> type) {
        return surroundings.caches().declared(type).namespaced();
    }

    /** What is looked for where it cannot be would be missing without a word. */
    private void requireScope(ResourceType<?> type, String namespace) {
        ResourceType<?> declared = surroundings.caches().declared(type);
        if (declared.namespaced() == namespace.isEmpty()) {
            throw new IllegalArgumentException(declared.plural()
                    + (declared.namespaced()
                            ? " live in namespaces: say in which one to look"
                            : " do not live in namespaces, so not in \"" + namespace + '"'));
        }
    }

    @Override
    public <R extends Resource> List<R> listAll(ResourceType<R> type) {
        return surroundings.caches().of(type).list();
    }

    @Override
    public <R extends Resource> List<R> byIndex(ResourceType<R> type, String index, String value) {
        return surroundings.caches().byIndex(type, index, value);
    }

    @Override
    public <R extends Resource> List<R> owned(ResourceType<R> type) {
        String uid = Objects.requireNonNullElse(current.metadata().uid(), "");
        return surroundings.caches().of(type).byIndex(Caches.BY_CONTROLLER, uid);
    }

    // ---- writes

    @Override
    public <R extends Resource> R apply(R desired) {
        Intent intent = Intent.of(desired);
        return applyIntent(
                desired,
                isCurrent(desired)
                        ? intent
                        : intent.withMetadata(OWNER_REFERENCES, Ownership.control(current, desired)));
    }

    @Override
    public <R extends Resource> R applyUnowned(R desired) {
        return applyIntent(desired, Intent.of(desired));
    }

    private <R extends Resource> R applyIntent(R desired, Intent content) {
        ResourceType<R> type = served(desired);
        Key key = desired.key();
        if (key.name().isEmpty()) {
            throw new IllegalArgumentException("a " + desired.kind() + " without a name cannot be applied");
        }
        Intent intent = isCurrent(desired) ? onlyThisOne(content) : content;
        byte[] document = intent.document();
        Digest digest = Digest.of(document);
        Optional<R> there = surroundings.caches().lookUp(type, key);
        if (there.isPresent() && isStillSo(there.get(), type, intent, digest)) {
            return there.get();
        }
        RawJson body = RawJson.ofChecked(document, 0, document.length);
        String what = type.groupVersionKind().toString();
        footprint.wishes(what, key);
        R after = wrote(writes.apply(type, key, body, before(type, key, there)));
        footprint.applied(
                what,
                key,
                digest,
                new Footprint.Granted(
                        ResourceVersion.of(after.metadata().resourceVersion()),
                        Content.of(type, after, intent.declaresStatus())));
        if (isCurrent(desired)) {
            // It holds for whatever version there is, so others may have written in between.
            replaced.clear();
        }
        return after;
    }

    /** {@return an object before it is applied, as far as it matters} What no cache has may be there all the same, and a plan has to know. */
    private <R extends Resource> Optional<R> before(ResourceType<R> type, Key key, Optional<R> there) {
        return isPlan()
                ? there.or(() -> writes.clients().resource(type).find(key)).map(this::stored)
                : there;
    }

    /** {@return the type of an object, and where such objects are served, which not every object knows} */
    private <R extends Resource> ResourceType<R> served(R object) {
        ResourceType<R> type = Trees.typeOf(object);
        return type.isServed() ? type : surroundings.caches().findServed(type).orElseGet(() -> writes.served(type));
    }

    /** What is meant for the reconciled object must not make it anew when it is gone, nor change another that has taken its name. */
    private Intent onlyThisOne(Intent content) {
        String uid = current.metadata().uid();
        return uid == null ? content : content.withMetadata("uid", RawJson.of(Json.of(uid)));
    }

    /** Whether it is the reconciled object, of whichever type and version. */
    private boolean isCurrent(Resource object) {
        return object.kind().equals(current.kind())
                && object.resourceType().group().equals(current.resourceType().group())
                && object.key().equals(current.key());
    }

    /** Whether just that was applied before, so that ownership is settled, and nobody has changed it since. */
    private <R extends Resource> boolean isStillSo(R there, ResourceType<R> type, Intent intent, Digest digest) {
        Optional<Footprint.Granted> applied =
                footprint.findApplied(type.groupVersionKind().toString(), there.key(), digest);
        if (applied.isEmpty() || there.metadata().deletionTimestamp() != null) {
            return false;
        }
        if (applied.get().version().text().equals(there.metadata().resourceVersion())) {
            return true;
        }
        // Of what the cache leaves out only the server's own count can tell.
        return (applied.get().content() instanceof Content.Counted
                        || !surroundings.caches().shorten(type))
                && Coverage.covers(
                        Trees.of(ObjectMeta.CODEC, there.metadata()),
                        intent.metadata().parse())
                && Content.of(type, there, intent.declaresStatus())
                        .equals(applied.get().content());
    }

    @Override
    public <R extends Resource> R create(R object) {
        ResourceType<R> type = served(object);
        if (isCurrent(object)) {
            throw new IllegalArgumentException(object.kind() + " \"" + object.key() + "\" cannot own itself");
        }
        Json.Obj content = Trees.of(object);
        Json.Obj owned = Trees.with(
                content,
                "metadata",
                Trees.with(
                        Trees.objectIn(content, "metadata"),
                        OWNER_REFERENCES,
                        Ownership.control(current, object).parse()));
        return wrote(writes.create(type, owned.as(type.codec())));
    }

    @Override
    public <R extends Resource> R createUnowned(R object) {
        return wrote(writes.create(served(object), object));
    }

    @Override
    public <R extends Resource> R edit(R seen, UnaryOperator<R> change) {
        ResourceType<R> type = served(seen);
        R object = sinceOwnWrites(type, seen);
        R changed = change.apply(object);
        if (!changed.key().equals(object.key())) {
            throw new IllegalArgumentException(
                    "an edit cannot rename " + object.kind() + " \"" + object.key() + "\" to \"" + changed.key() + '"');
        }
        MergePatch difference = MergePatch.between(type.codec(), object, changed);
        return difference.isEmpty() ? object : patch(type, object, sparing(type, object, difference));
    }

    @Override
    public void delete(Resource object, Consumer<DeleteOptions.Builder> how) {
        deleteTyped(object, how);
    }

    private <R extends Resource> void deleteTyped(R object, Consumer<DeleteOptions.Builder> how) {
        Optional<R> rest = writes.delete(served(object), object, stored(object), how);
        if (rest.isPresent()) {
            wrote(rest.get());
        } else {
            footprint.deleted(object);
        }
    }

    @Override
    public T status(T desired) {
        last = null;
        ResourceType<T> type = served(current);
        StatusWish wish = StatusWish.of(type, current, desired);
        return wish.isGranted(footprint) ? current : writeStatus(type, current, wish, wish.difference());
    }

    @Override
    public void statusAtEnd(T desired) {
        last = StatusWish.of(served(current), current, desired).isGranted(footprint) ? null : desired;
    }

    /** {@return whether there is a status to be sent now that the call is over} */
    boolean leavesStatus() {
        return last != null;
    }

    /** Sends the status that was left for the end, if one was. */
    void sendStatus() {
        T desired = last;
        if (desired != null) {
            status(desired);
        }
    }

    @Override
    public <R extends Resource> R editStatus(R seen, UnaryOperator<R> change) {
        R object = sinceOwnWrites(served(seen), seen);
        R changed = change.apply(object);
        if (isCurrent(object)) {
            last = null;
        }
        ResourceType<R> type = served(object);
        StatusWish wish = StatusWish.of(type, object, changed);
        return wish.isGranted(footprint)
                ? object
                : writeStatus(type, object, wish, sparing(type, object, wish.difference()));
    }

    /** {@return an object as own writes of this call have left it} To be bound to what they have replaced would be a conflict of one's own making. */
    private <R extends Resource> R sinceOwnWrites(ResourceType<R> type, R seen) {
        return isCurrentForm(seen) && replaced.contains(seen.metadata().resourceVersion())
                ? Trees.as(type, Trees.typeOf(current), current)
                : seen;
    }

    /** Whether it is a state of the reconciled object, and says as much of it. */
    private boolean isCurrentForm(Resource object) {
        return isCurrent(object)
                && !PartialObjectMetadata.isFormOf(object.resourceType())
                && object.apiVersion().equals(current.apiVersion())
                && Objects.equals(object.metadata().uid(), current.metadata().uid());
    }

    private <R extends Resource> R writeStatus(ResourceType<R> type, R object, StatusWish wish, MergePatch difference) {
        R written = patch(type, object, difference, "status");
        wish.granted(footprint, ResourceVersion.of(written.metadata().resourceVersion()));
        return written;
    }

    @Override
    public List<Condition> condition(
            List<Condition> conditions, String type, String status, String reason, String message) {
        if (type.isEmpty() || reason.isEmpty()) {
            throw new IllegalArgumentException("a condition of " + current.kind() + " \"" + key()
                    + "\" needs a type and a reason, and has \"" + type + "\" and \"" + reason + '"');
        }
        Condition condition = Condition.builder()
                .type(type)
                .status(status)
                .reason(reason)
                .message(message)
                .observedGeneration(current.metadata().generation())
                .build();
        return Conditions.set(conditions, condition, now());
    }

    /** Makes those the finalizers of the reconciled object. */
    void finalizers(List<String> finalizers) {
        Json all = finalizers.isEmpty()
                ? Json.Null.INSTANCE
                : new Json.Arr(finalizers.stream().map(Json::of).toList());
        Json.Obj metadata = Trees.with(Json.Obj.EMPTY, "finalizers", all);
        MergePatch patch = new MergePatch(Trees.with(Json.Obj.EMPTY, "metadata", metadata));
        patch(served(current), current, patch);
    }

    /** Leaves only those finalizers on the reconciled object, which is being deleted. */
    void release(List<String> others) {
        // Afterwards it may be gone.
        sendStatus();
        finalizers(others);
        Long grace = current.metadata().deletionGracePeriodSeconds();
        if (others.isEmpty() && (grace == null || grace == 0)) {
            // That was the last thing it waited for. A pod may take its time, and goes by itself.
            footprint.deleted(current);
        }
    }

    /** Tells the plan that the reconciled object would be cleaned up. */
    void tellCleanUp() {
        writes.plan().tellCleanUp(served(current), current);
    }

    /**
     * {@return an object as the server has it} That is how it was last seen; but in a plan nothing is stored, so it stays what it
     * was before the first write. Of what the cache keeps a part of, the server is asked.
     */
    @SuppressWarnings("unchecked") // An object with the same kind, key and uid is of the same type.
    private <R extends Resource> R stored(R seen) {
        return isPlan()
                ? (R) stored.computeIfAbsent(
                        Identity.of(seen), first -> whole(seen).orElse(seen))
                : seen;
    }

    private <R extends Resource> R wrote(R whole) {
        Caches caches = surroundings.caches();
        footprint.wrote(whole, caches.showing(whole));
        if (caches.leaveOut(whole)) {
            footprint.deselected(whole);
        }
        R object = caches.kept(whole);
        if (isCurrentForm(object)) {
            current = Trees.as(Trees.typeOf(current), Trees.typeOf(object), object);
        }
        return object;
    }

    /** {@return all of an object of which the cache may keep a part} */
    private <R extends Resource> Optional<R> whole(R seen) {
        return surroundings.caches().shorten(Trees.typeOf(seen))
                ? writes.clients().resource(served(seen)).find(seen.key())
                : Optional.empty();
    }

    /**
     * {@return a difference that leaves what the record does not know} That is in the elements of lists, which are replaced as a whole:
     * so the object is read as it is. If it has another version by now, it is a conflict in any case.
     */
    private <R extends Resource> MergePatch sparing(ResourceType<R> type, R before, MergePatch difference) {
        if (before instanceof Unstructured || !Losses.arePossible(difference)) {
            return difference;
        }
        Json.Obj seen = Trees.of(type.codec(), before);
        if (!difference.replacesObjectsOf(seen)) {
            return difference;
        }
        return writes.findWhole(type, before)
                // Not so in a plan, after an edit that the server has not stored, nor if the cache keeps a part.
                .filter(whole -> Losses.find(difference, seen, Trees.of(type.codec(), whole.as(type.codec())))
                        .isEmpty())
                .map(whole -> difference.sparing(whole, seen))
                .orElse(difference);
    }

    /** Sends a difference, unless that would take away what the cache does not keep. */
    private <R extends Resource> R patch(ResourceType<R> type, R before, MergePatch difference, String... subresource) {
        if (Losses.arePossible(difference)) {
            whole(before)
                    .filter(whole -> Objects.equals(
                            whole.metadata().resourceVersion(),
                            before.metadata().resourceVersion()))
                    .flatMap(whole ->
                            Losses.find(difference, Trees.of(type.codec(), before), Trees.of(type.codec(), whole)))
                    .ifPresent(path -> {
                        throw new IllegalStateException(
                                before.kind() + " \"" + before.key() + "\" cannot be changed so: "
                                        + path
                                        + " would be replaced as a whole, and the transform of its cache has taken a part of it;"
                                        + " read it with scope.clients()");
                    });
        }
        String latest = current.metadata().resourceVersion();
        R after = wrote(writes.patch(type, before, stored(before), difference, subresource));
        if (isCurrentForm(after)) {
            String version = Objects.requireNonNull(before.metadata().resourceVersion());
            if (!version.equals(latest)) {
                replaced.clear();
            }
            replaced.add(version);
        }
        return after;
    }

    @Override
    public ClientSet clients() {
        return writes.clients();
    }

    // ---- events, time, randomness

    @Override
    public void event(String reason, String message) {
        event(current, reason, message);
    }

    @Override
    public void warning(String reason, String message) {
        warning(current, reason, message);
    }

    @Override
    public void event(Resource regarding, String reason, String message) {
        record(regarding, EventRecorder.NORMAL, reason, message);
    }

    @Override
    public void warning(Resource regarding, String reason, String message) {
        record(regarding, EventRecorder.WARNING, reason, message);
    }

    private void record(Resource regarding, EventType type, String reason, String message) {
        Occurrence occurrence = Occurrence.of(regarding, type, reason, message);
        surroundings.events().record(isCurrent(regarding) ? occurrence : occurrence.withRelated(current));
    }

    @Override
    public Instant now() {
        return surroundings.platform().clock().now();
    }

    @Override
    public RandomGenerator random() {
        return surroundings.platform().random();
    }
}
