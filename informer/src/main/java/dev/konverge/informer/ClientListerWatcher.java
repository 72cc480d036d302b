package dev.konverge.informer;

import dev.konverge.client.ListOptions;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.WatchEvent;
import dev.konverge.client.WatchOptions;
import dev.konverge.client.WatchStream;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.Resources;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.Sharing;
import java.util.Optional;

/** The objects behind a client. What is decoded is remembered over all lists and watches, so that equal parts are shared. */
final class ClientListerWatcher<T extends Resource> implements ListerWatcher<T> {
    private final ResourceClient<T> client;
    private final Tweak tweak;
    private final Sharing sharing = new Sharing();

    ClientListerWatcher(ResourceClient<T> client, Tweak tweak, DecodeOptions decoding) {
        this.client = client.withDecoding(decoding.withSharing(sharing));
        this.tweak = tweak;
    }

    @Override
    public ResourceList<T> list(ListOptions options) {
        return client.list(tweak.list(options));
    }

    @Override
    public EventStream<T> watch(WatchOptions options) {
        return new ClientStream(client.watch(tweak.watch(options)));
    }

    @Override
    public T renewed(T newer, T older) {
        return Resources.renewed(newer, older, sharing);
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
            return stream.next();
        }

        @Override
        public void close() {
            stream.close();
        }
    }
}
