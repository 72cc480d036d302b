package dev.konverge.informer;

import dev.konverge.client.ListOptions;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.WatchEvent;
import dev.konverge.client.WatchOptions;
import dev.konverge.client.WatchStream;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.Unstructured;
import dev.konverge.model.codec.DecodeOptions;
import java.util.Optional;

/** The objects behind a client. What is decoded is remembered over all lists and watches, so that equal parts are shared. */
final class ClientListerWatcher<T extends Resource> implements ListerWatcher<T> {
    private final ResourceClient<T> client;
    private final Tweak tweak;

    /** Whether objects are trees whose managed fields are still to be dropped: decoders of trees keep whatever there is. */
    private final boolean trims;

    ClientListerWatcher(ResourceClient<T> client, Tweak tweak, DecodeOptions decoding) {
        this.client = client.withDecoding(decoding.withSharing());
        this.tweak = tweak;
        this.trims = !decoding.managedFields() && client.type().codec().equals(Unstructured.CODEC);
    }

    @Override
    public ResourceList<T> list(ListOptions options) {
        ResourceList<T> page = client.list(tweak.list(options));
        return trims
                ? new ResourceList<>(
                        page.metadata(),
                        page.items().stream().map(this::trimmed).toList())
                : page;
    }

    @Override
    public EventStream<T> watch(WatchOptions options) {
        return new ClientStream(client.watch(tweak.watch(options)));
    }

    @SuppressWarnings("unchecked") // a tree without a field is still a tree
    private T trimmed(T object) {
        return object instanceof Unstructured tree ? (T) tree.without("metadata", "managedFields") : object;
    }

    private WatchEvent<T> trimmed(WatchEvent<T> event) {
        return switch (event) {
            case WatchEvent.Added<T>(T object) -> new WatchEvent.Added<>(trimmed(object));
            case WatchEvent.Modified<T>(T object) -> new WatchEvent.Modified<>(trimmed(object));
            case WatchEvent.Deleted<T>(T object) -> new WatchEvent.Deleted<>(trimmed(object));
            case WatchEvent.Bookmark<T> bookmark -> bookmark;
        };
    }

    @Override
    public String toString() {
        return client.toString();
    }

    private final class ClientStream implements EventStream<T> {
        private final WatchStream<T> stream;

        ClientStream(WatchStream<T> stream) {
            this.stream = stream;
        }

        @Override
        public Optional<WatchEvent<T>> next() {
            Optional<WatchEvent<T>> next = stream.next();
            return trims ? next.map(ClientListerWatcher.this::trimmed) : next;
        }

        @Override
        public void close() {
            stream.close();
        }
    }
}
