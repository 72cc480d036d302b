package dev.konverge.client;

import dev.konverge.base.Platform;
import dev.konverge.model.ApplyPatch;
import dev.konverge.model.DeleteOptions;
import dev.konverge.model.Key;
import dev.konverge.model.Patch;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import dev.konverge.model.autoscaling.v1.Scale;
import dev.konverge.model.codec.DecodeOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the objects of one resource, in one namespace or in all of them.
 *
 * <p>Immutable, and safe for use by any number of threads. Every call blocks; all of them throw {@link ApiException} if
 * the server refuses or cannot be reached, {@link CancelledException} if the thread is interrupted, and
 * {@link IllegalArgumentException} if a name or a namespace is missing or cannot be one.
 *
 * @param <T> the type of the objects
 */
public sealed class ResourceClient<T extends Resource> permits PodClient, ServiceAccountClient {
    private final RestClient rest;
    private final Format<T> format;
    private final Place place;

    ResourceClient(RestClient rest, Format<T> format, Place place) {
        this.rest = rest.at(place.resource().groupVersion());
        this.format = format;
        this.place = place;
    }

    /** {@return a client of the objects in one namespace} An empty one stands for all. */
    public ResourceClient<T> in(String namespace) {
        return new ResourceClient<>(rest, format, place.in(namespace));
    }

    /**
     * {@return a client that decodes in that way} Options with a {@linkplain dev.konverge.model.codec.Sharing memory}
     * are for a client that one thread uses at a time.
     */
    public ResourceClient<T> withDecoding(DecodeOptions options) {
        return new ResourceClient<>(rest.withDecoding(options), format, place);
    }

    /** {@return what kind of objects these are} */
    public ResourceType<T> type() {
        return format.type();
    }

    // ---- reading

    /**
     * {@return the object of that name}
     *
     * @throws ApiException.NotFound if there is none
     */
    public T get(String name) {
        return get(place.key(name), GetOptions.NONE);
    }

    /**
     * {@return the object of that key}
     *
     * @throws ApiException.NotFound if there is none
     */
    public T get(Key key) {
        return get(key, GetOptions.NONE);
    }

    /**
     * {@return the object of that key}
     *
     * @throws ApiException.NotFound if there is none
     */
    public T get(Key key, GetOptions options) {
        return object(rest.get(), key).params(options).into(format);
    }

    /** {@return the object of that name, if there is one} */
    public Optional<T> find(String name) {
        return find(place.key(name));
    }

    /** {@return the object of that key, if there is one} */
    public Optional<T> find(Key key) {
        try {
            return Optional.of(get(key));
        } catch (ApiException.NotFound absent) {
            return Optional.empty();
        }
    }

    /** {@return all objects, in one piece} */
    public ResourceList<T> list() {
        return list(ListOptions.NONE);
    }

    /** {@return the objects that the options select: one page, if they have a limit} */
    public ResourceList<T> list(ListOptions options) {
        return bounded(collection(rest.get()).params(options), options.timeout())
                .list(format);
    }

    /**
     * {@return all objects that the options select, page by page, each fetched when it is reached}
     *
     * @throws ApiException.Gone while the stream is read, if that takes so long that the server forgets the list; the
     *     {@linkplain #pager() pager} starts over in that case
     */
    public Stream<T> stream(ListOptions options) {
        return pager().stream(options);
    }

    /** {@return a reader of long lists} */
    public Pager<T> pager() {
        return new Pager<>(this, Pager.PAGE_SIZE);
    }

    /** {@return the changes of the objects that the options select; the caller closes it} */
    public WatchStream<T> watch(WatchOptions options) {
        return collection(rest.get()).params(options).watch(format);
    }

    /** {@return the changes since a version, over as many connections as it takes; the caller closes it} */
    public RetryWatcher<T> retryWatch(WatchOptions options) {
        return new RetryWatcher<>(this, options, platform());
    }

    // ---- waiting

    /**
     * Waits for an object to meet a condition, which it may do already. {@return the object that does}
     *
     * @throws ApiException.Timeout if that takes too long
     */
    public T waitUntil(String name, Predicate<? super T> condition, Duration atMost) {
        Key key = place.key(name);
        Map<Key, T> all = in(key.namespace())
                .waitUntil(
                        byName(name),
                        found -> Optional.ofNullable(found.get(key))
                                .filter(condition)
                                .isPresent(),
                        atMost);
        return java.util.Objects.requireNonNull(all.get(key));
    }

    /**
     * Waits until there is no object of that name.
     *
     * @throws ApiException.Timeout if that takes too long
     */
    public void waitUntilGone(String name, Duration atMost) {
        Key key = place.key(name);
        in(key.namespace()).waitUntil(byName(name), found -> !found.containsKey(key), atMost);
    }

    /**
     * Waits for a collection to meet a condition, which it may do already. The condition sees every state that the server
     * tells of, in order, and none twice. {@return the objects, by their keys}
     *
     * @throws ApiException.Timeout if that takes too long
     */
    public Map<Key, T> waitUntil(ListOptions options, Predicate<Map<Key, T>> condition, Duration atMost) {
        return new Wait<>(this, options, condition, platform()).run(atMost);
    }

    private static ListOptions byName(String name) {
        return ListOptions.NONE.withFieldSelector("metadata.name=" + name);
    }

    // ---- writing

    /**
     * {@return the object as the server stored it}
     *
     * @throws ApiException.AlreadyExists if there is one of that name
     */
    public T create(T object) {
        return create(object, WriteOptions.NONE);
    }

    /**
     * {@return the object as the server stored it}
     *
     * @throws ApiException.AlreadyExists if there is one of that name
     */
    public T create(T object, WriteOptions options) {
        Key key = place.key(object);
        Request request = rest.post().resource(plural()).params(options);
        if (key.isNamespaced()) {
            request.namespace(key.namespace());
        }
        return body(request, object).into(format);
    }

    /**
     * Replaces an object. {@return it as the server stored it}
     *
     * @throws ApiException.Conflict if it has changed since
     */
    public T update(T object) {
        return update(object, WriteOptions.NONE);
    }

    /**
     * Replaces an object. {@return it as the server stored it}
     *
     * @throws ApiException.Conflict if it has changed since
     */
    public T update(T object, WriteOptions options) {
        return body(object(rest.put(), object.key()).params(options), object).into(format);
    }

    /** Replaces the status of an object, and nothing else. {@return the object as the server stored it} */
    public T updateStatus(T object) {
        return updateSubresource(object, "status", WriteOptions.NONE);
    }

    /** Replaces the part of an object that a subresource is for. {@return the object as the server stored it} */
    public T updateSubresource(T object, String subresource, WriteOptions options) {
        Request request =
                object(rest.put(), object.key()).subresource(subresource).params(options);
        return body(request, object).into(format);
    }

    /** Changes an object in part. {@return it as the server stored it} */
    public T patch(String name, Patch patch) {
        return patch(place.key(name), patch, WriteOptions.NONE);
    }

    /** Changes an object, or what a subresource is for, in part. {@return the object as the server stored it} */
    public T patch(Key key, Patch patch, WriteOptions options, String... subresource) {
        return object(rest.patch(), key)
                .subresource(subresource)
                .params(options)
                .body(patch)
                .into(format);
    }

    /**
     * Makes the fields of a partial object so, and leaves the others to their managers (server-side apply).
     * {@return the whole object as the server stored it}
     *
     * @throws ApiException.Conflict if another manager has other ideas about a field, unless the options force it
     */
    public T apply(T partial, ApplyOptions options) {
        return applySubresource(partial, options);
    }

    /** Applies the status of a partial object, and nothing else. {@return the whole object as the server stored it} */
    public T applyStatus(T partial, ApplyOptions options) {
        return applySubresource(partial, options, "status");
    }

    private T applySubresource(T partial, ApplyOptions options, String... subresource) {
        if (!partial.metadata().managedFields().isEmpty()) {
            throw new IllegalArgumentException("an object that was read from a server cannot be applied: it has"
                    + " managed fields; apply only the fields that " + options.fieldManager() + " wants");
        }
        return apply(partial.key(), ApplyPatch.of(format.type().codec(), partial), options, subresource);
    }

    /**
     * Makes the fields that a document names so (server-side apply). {@return the whole object as the server stored it}
     *
     * @throws ApiException.Conflict if another manager has other ideas about a field, unless the options force it
     */
    public T apply(Key key, ApplyPatch patch, ApplyOptions options, String... subresource) {
        if (options.fieldManager().isEmpty()) {
            throw new IllegalArgumentException("apply needs the name of a field manager");
        }
        return object(rest.patch(), key)
                .subresource(subresource)
                .params(options)
                .body(patch)
                .into(format);
    }

    // ---- editing

    /**
     * Sends what a change makes different, and nothing else, so that fields which this library does not know survive. Where a list of
     * objects changes, the object is read first for those in its elements, which takes the right to {@code get} it as well as the one to
     * {@code patch} it. Nothing is sent if nothing is different.
     * {@return the object as the server stored it}
     *
     * @param object the object as it was read
     * @throws ApiException.Conflict if it has changed since it was read
     * @throws ApiException.Forbidden if one of these rights is missing
     */
    public T edit(T object, UnaryOperator<T> change) {
        return send(object, change);
    }

    private T send(T object, UnaryOperator<T> change, String... subresource) {
        return Edit.of(format.type().codec(), object, change, () -> findWhole(object))
                .map(patch -> patch(object.key(), patch, WriteOptions.NONE, subresource))
                .orElse(object);
    }

    private Optional<Unstructured> findWhole(T object) {
        if (object instanceof Unstructured) {
            return Optional.empty();
        }
        ResourceType<Unstructured> tree = ResourceType.of(type().groupVersionKind(), Unstructured.CODEC);
        return new ResourceClient<>(rest, Format.of(tree, Encoding.JSON), place).find(object.key());
    }

    /**
     * As {@link #edit}, for the status: where a list of objects changes, that takes the right to {@code get} the object as well as the
     * one to {@code patch} its status.
     * {@return the object as the server stored it}
     */
    public T editStatus(T object, UnaryOperator<T> change) {
        return send(object, change, "status");
    }

    /**
     * Reads an object and edits it; if it changes in between, does so again, up to five times.
     * {@return the object as the server stored it}
     *
     * @throws ApiException.Conflict if it changed each time
     */
    public T editWithRetry(String name, UnaryOperator<T> change) {
        return editWithRetry(place.key(name), change);
    }

    /** As {@link #editWithRetry(String, UnaryOperator)}, by key. {@return the object as the server stored it} */
    public T editWithRetry(Key key, UnaryOperator<T> change) {
        return Backoff.RETRY.onConflict(platform(), () -> edit(get(key), change));
    }

    // ---- deleting

    /** Deletes an object. {@return it, if it stays until its finalizers are done or its pod has stopped} */
    public Optional<T> delete(String name) {
        return delete(place.key(name), DeleteOptions.builder().build());
    }

    /** Deletes an object. {@return it, if it stays until its finalizers are done or its pod has stopped} */
    public Optional<T> delete(Key key, DeleteOptions options) {
        Answer answer = object(rest.delete(), key)
                .body(options, DeleteOptions.CODEC)
                .accept(format.accept())
                .call();
        return answer.isStatus() ? Optional.empty() : Optional.of(answer.into(format));
    }

    /** Deletes all objects that the options select. */
    public void deleteCollection(DeleteOptions options, ListOptions selected) {
        bounded(collection(rest.delete()).params(selected), selected.timeout())
                .body(options, DeleteOptions.CODEC)
                .call();
    }

    // ---- subresources

    /** {@return how many replicas an object has and should have} */
    public Scale scale(String name) {
        return object(rest.get(), place.key(name)).subresource("scale").into(Scale.TYPE);
    }

    /** Says how many replicas an object should have. {@return what the server made of it} */
    public Scale updateScale(String name, Scale scale) {
        return object(rest.put(), place.key(name))
                .subresource("scale")
                .body(scale, Scale.TYPE)
                .into(Scale.TYPE);
    }

    /** {@return a request to a subresource, such as {@code pods/proxy}, that this class has no method for} */
    public Request subresource(String method, String name, String... subresource) {
        return object(rest.verb(method), place.key(name)).subresource(subresource);
    }

    // ---- parts

    /** A bound that the server is told of holds on the way there and back as well (RC-5). */
    private static Request bounded(Request request, @Nullable Duration timeout) {
        return timeout == null ? request : request.timeout(timeout);
    }

    private Request collection(Request request) {
        if (!place.namespace().isEmpty()) {
            request.namespace(place.namespace());
        }
        return request.resource(plural());
    }

    Request object(Request request, Key key) {
        return request.resource(plural()).object(place.key(key));
    }

    private Request body(Request request, T object) {
        return request.body(format.contentType(), format.write(object));
    }

    private String plural() {
        return place.resource().resource();
    }

    RestClient rest() {
        return rest;
    }

    Format<T> format() {
        return format;
    }

    Place place() {
        return place;
    }

    Platform platform() {
        return rest.platform();
    }

    @Override
    public String toString() {
        return place.resource() + (place.namespace().isEmpty() ? "" : " in " + place.namespace());
    }
}
