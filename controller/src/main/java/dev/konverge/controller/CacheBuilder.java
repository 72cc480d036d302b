package dev.konverge.controller;

import dev.konverge.model.FieldSelector;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Selector;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Describes what a manager keeps of a kind. All its controllers share that.
 *
 * <p>What is not selected does not exist for a controller: it is neither read nor woken by it, and what is written outside the selection is
 * sent each time, because there is nothing to compare it with. An object that leaves the selection is told of as deleted; a finalizer that it
 * has stays.
 *
 * @param <R> the type of the objects
 */
public final class CacheBuilder<R extends Resource> {
    private final ResourceType<R> type;
    private Selector labels = Selector.everything();
    private FieldSelector fields = FieldSelector.EVERYTHING;
    private Optional<UnaryOperator<R>> transform = Optional.empty();
    private boolean keepsManagedFields;
    private Optional<Set<String>> namespaces = Optional.empty();

    CacheBuilder(ResourceType<R> type) {
        this.type = type;
    }

    /**
     * Keeps only objects whose labels match.
     *
     * @throws IllegalStateException if it selects nothing, which no server can be asked for
     */
    public CacheBuilder<R> labels(Selector labels) {
        if (labels instanceof Selector.Nothing) {
            throw new IllegalStateException("a cache of " + type + " that selects nothing is of no use");
        }
        this.labels = labels;
        return this;
    }

    /** Keeps only objects with those fields. Which fields a server can select by depends on the kind: the name and the namespace always. */
    public CacheBuilder<R> fields(FieldSelector fields) {
        this.fields = fields;
        return this;
    }

    /**
     * Says what is done to each object before it is kept, such as to leave out what nobody reads. It must leave alone what it has been applied
     * to already, and the metadata that the runtime lives by: name, uid, version, generation, deletion, finalizers and owners. An object
     * that it fails for is not kept, nor how it was before, and the log says so.
     *
     * <p>Writes return objects as they are kept. They lose nothing: what is sent is what a change makes different. Only where that would
     * replace a list or a map as a whole, of which the transform has taken a part, is it refused; to find out costs a read. Where the server
     * keeps no generation, as of config maps, {@link Scope#apply} sends its object again after every change that somebody else has made: it
     * may be one of what is left out.
     */
    public CacheBuilder<R> transform(UnaryOperator<R> transform) {
        this.transform = Optional.of(transform);
        return this;
    }

    /** Keeps {@code metadata.managedFields} as well, which take more memory than all the rest. */
    public CacheBuilder<R> keepManagedFields() {
        this.keepsManagedFields = true;
        return this;
    }

    /**
     * Keeps only objects in those namespaces, in all if none is named, whatever the {@linkplain ManagerBuilder#namespaces manager} looks at.
     *
     * @throws IllegalStateException if such objects have no namespace
     */
    public CacheBuilder<R> namespaces(String... namespaces) {
        if (!type.namespaced()) {
            throw new IllegalStateException(type + " is not in namespaces, so not in " + List.of(namespaces));
        }
        this.namespaces = Optional.of(CacheSettings.namespaces(namespaces));
        return this;
    }

    CacheSettings<R> settings() {
        return new CacheSettings<>(labels, fields, transform, keepsManagedFields, namespaces);
    }
}
