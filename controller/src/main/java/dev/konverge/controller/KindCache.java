package dev.konverge.controller;

import dev.konverge.client.PartialObjectMetadata;
import dev.konverge.informer.Indexer;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a manager keeps of a kind, for reading: one copy for all namespaces, or one for each of several. Each of those follows the server for
 * itself, so versions are waited for in the copy that they belong to.
 */
final class KindCache<R extends Resource> {
    private final ResourceType<R> type;
    private final CacheSettings<R> settings;

    /** By namespace; the one of all under an empty name, and then alone. */
    private final Map<String, Indexer<R>> copies;

    KindCache(ResourceType<R> type, CacheSettings<R> settings, Map<String, Indexer<R>> copies) {
        this.type = type;
        this.settings = settings;
        this.copies = Map.copyOf(copies);
    }

    ResourceType<R> type() {
        return type;
    }

    Optional<R> findByKey(Key key) {
        Indexer<R> copy = copyOf(key.namespace());
        return copy == null ? Optional.empty() : copy.findByKey(key);
    }

    /** {@return an object as one of another type of the same kind} */
    <S extends Resource> Optional<S> findAs(ResourceType<S> wanted, Key key) {
        return findByKey(key).map(object -> Trees.as(wanted, type, object));
    }

    List<R> list() {
        return all(Indexer::list);
    }

    List<R> byIndex(String index, String value) {
        return all(copy -> copy.byIndex(index, value));
    }

    private List<R> all(Function<Indexer<R>, List<R>> read) {
        if (copies.size() == 1) {
            return read.apply(copies.values().iterator().next());
        }
        List<R> all = new ArrayList<>();
        copies.values().forEach(copy -> all.addAll(read.apply(copy)));
        return all;
    }

    private @Nullable Indexer<R> copyOf(String namespace) {
        Indexer<R> ofAll = copies.get("");
        return ofAll == null ? copies.get(namespace) : ofAll;
    }

    /** {@return whether it shows an object that was written, sooner or later} */
    boolean shows(Resource object) {
        return copyOf(object.key().namespace()) != null && settings.selects(object) && keeps(object);
    }

    /** Waits until what was written in a namespace can be read, if it ever can. {@return whether it can} */
    boolean awaitVersion(String namespace, ResourceVersion version, Duration timeout) throws InterruptedException {
        Indexer<R> copy = copyOf(namespace);
        return copy == null || copy.awaitVersion(version, timeout);
    }

    /** {@return whether nothing but metadata are kept} */
    boolean isOfMetadata() {
        return PartialObjectMetadata.isFormOf(type);
    }

    /** {@return whether what is kept of objects may be less than there is} */
    boolean isTransformed() {
        return settings.transform().isPresent();
    }

    /** {@return an object of whichever type as it is kept; nothing if the transform fails for it, so that it is not} */
    <S extends Resource> Optional<S> findKept(S whole) {
        if (!isTransformed()) {
            return Optional.of(whole);
        }
        ResourceType<S> form = Trees.typeOf(whole);
        return shorten(whole, form).map(kept -> Trees.as(form, type, kept));
    }

    private <S extends Resource> Optional<R> shorten(S whole, ResourceType<S> form) {
        try {
            return Optional.of(settings.kept(Trees.as(type, form, whole)));
        } catch (RuntimeException | Error unfit) {
            // The informer says so when it comes to it.
            return Optional.empty();
        }
    }

    private <S extends Resource> boolean keeps(S whole) {
        return !isTransformed() || shorten(whole, Trees.typeOf(whole)).isPresent();
    }
}
