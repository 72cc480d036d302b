package dev.konverge.informer;

import dev.konverge.client.ApiException;
import dev.konverge.client.ListOptions;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.WatchOptions;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.Resources;
import dev.konverge.model.codec.DecodeOptions;

/**
 * A collection of objects that can be listed and watched: the port through which a {@link Reflector} sees a server.
 *
 * <p>Used by one thread at a time. Both calls may block; an interrupt ends them, by way of {@link InterruptedException} or of
 * {@link dev.konverge.client.CancelledException}. Whatever else they throw is a failure that the reflector lives with.
 *
 * @param <T> the type of the objects
 */
public interface ListerWatcher<T extends Resource> {
    /**
     * {@return one page of the objects, all of them if the options have no limit}
     *
     * @throws ApiException if the server refuses or cannot be reached
     * @throws InterruptedException if the thread was interrupted
     */
    ResourceList<T> list(ListOptions options) throws InterruptedException;

    /**
     * {@return the changes; the caller closes it} Who throws leaves nothing open (LW-4).
     *
     * @throws ApiException if the server refuses or cannot be reached
     * @throws InterruptedException if the thread was interrupted
     */
    EventStream<T> watch(WatchOptions options) throws InterruptedException;

    /**
     * {@return whether the initial state may be asked for as a stream of events} A source that does not know that kind of
     * request says no, and is listed page by page.
     */
    default boolean streamsInitialEvents() {
        return true;
    }

    /**
     * {@return a newer state of an object, made of the parts of an older one wherever they are written alike} It says what the newer one says. Unlike all
     * else it is called by another thread, and may be called meanwhile.
     */
    default T renewed(T newer, T older) {
        return Resources.renewed(newer, older);
    }

    /**
     * {@return the objects behind a client} Its namespace is the client's. Managed fields are dropped, and equal parts of
     * objects are shared.
     */
    static <T extends Resource> ListerWatcher<T> of(ResourceClient<T> client) {
        return of(client, Tweak.NONE, DecodeOptions.STANDARD.withManagedFields(false));
    }

    /**
     * {@return those objects behind a client that the tweak selects} Its namespace is the client's.
     *
     * @param tweak changes the options of every list and watch
     * @param decoding how objects are decoded; equal parts of objects are shared in any case
     */
    static <T extends Resource> ListerWatcher<T> of(ResourceClient<T> client, Tweak tweak, DecodeOptions decoding) {
        return new ClientListerWatcher<>(client, tweak, decoding);
    }

    /** Changes the options of every list and watch, after the reflector has set its own (LW-2). */
    interface Tweak {
        /** Changes nothing. */
        Tweak NONE = new Tweak() {};

        /** {@return the options of a list} */
        default ListOptions list(ListOptions options) {
            return options;
        }

        /** {@return the options of a watch} */
        default WatchOptions watch(WatchOptions options) {
            return options;
        }

        /** {@return a tweak that selects by labels and fields; an empty text selects everything} */
        static Tweak select(String labelSelector, String fieldSelector) {
            return new Tweak() {
                @Override
                public ListOptions list(ListOptions options) {
                    return options.withLabelSelector(labelSelector)
                            .withFieldSelector(and(fieldSelector, options.fieldSelector()));
                }

                @Override
                public WatchOptions watch(WatchOptions options) {
                    return options.withLabelSelector(labelSelector)
                            .withFieldSelector(and(fieldSelector, options.fieldSelector()));
                }
            };
        }

        private static String and(String one, String other) {
            return one.isEmpty() || other.isEmpty() ? one + other : one + ',' + other;
        }
    }
}
