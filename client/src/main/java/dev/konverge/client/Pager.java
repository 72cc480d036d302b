package dev.konverge.client;

import dev.konverge.model.ListMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads long lists page by page, which spares the server.
 *
 * @param <T> the type of the objects
 */
public final class Pager<T extends Resource> {
    /** How many objects a page has, unless told otherwise: client-go's number. */
    public static final int PAGE_SIZE = 500;

    private final ResourceClient<T> client;
    private final int pageSize;

    Pager(ResourceClient<T> client, int pageSize) {
        this.client = client;
        this.pageSize = pageSize;
    }

    /** {@return a pager with pages of another size} */
    public Pager<T> withPageSize(int pageSize) {
        if (pageSize < 1) {
            throw new IllegalArgumentException("a page has at least one object, not " + pageSize);
        }
        return new Pager<>(client, pageSize);
    }

    /**
     * A list, and how it came.
     *
     * @param list all objects, with the version of the first page
     * @param paginated whether it took more than one page
     */
    public record Result<T extends Resource>(ResourceList<T> list, boolean paginated) {}

    /**
     * {@return all objects that the options select} If the server forgets the list while its pages are fetched, it is
     * fetched once more, in one piece.
     *
     * @throws ApiException.Gone if the first page asks for a version that the server has forgotten
     */
    public Result<T> list(ListOptions options) {
        return list(options, UnaryOperator.identity());
    }

    /**
     * {@return all objects that the options select}
     *
     * @param last what becomes of the options of a request just before it is sent
     */
    Result<T> list(ListOptions options, UnaryOperator<ListOptions> last) {
        ListOptions request = sized(options);
        ResourceList<T> page = client.list(last.apply(request));
        if (next(page).isEmpty()) {
            return new Result<>(page, false);
        }
        List<T> items = new ArrayList<>(page.items());
        ListMeta metadata = page.metadata().toBuilder()
                .continue_(null)
                .remainingItemCount(null)
                .build();
        while (!next(page).isEmpty()) {
            try {
                page = client.list(last.apply(following(request, next(page))));
            } catch (ApiException.Gone expired) {
                return new Result<>(client.list(last.apply(options.withLimit(0).withContinueToken(""))), true);
            }
            items.addAll(page.items());
        }
        return new Result<>(new ResourceList<>(metadata, items), true);
    }

    /**
     * {@return all objects that the options select, each page fetched when it is reached}
     *
     * @throws ApiException.Gone while the stream is read, if the server forgets the list before its end is reached: the
     *     objects that were handed out cannot be taken back
     */
    public Stream<T> stream(ListOptions options) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                        new Items(sized(options)), Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE),
                false);
    }

    private ListOptions sized(ListOptions options) {
        return options.limit() > 0 ? options : options.withLimit(pageSize);
    }

    /** The token says at which version to go on; another version beside it is an error (PG-1). */
    private static ListOptions following(ListOptions options, String token) {
        return options.withContinueToken(token).withResourceVersion("").withResourceVersionMatch("");
    }

    private static String next(ResourceList<?> page) {
        String token = page.metadata().continue_();
        return token == null ? "" : token;
    }

    private final class Items implements Iterator<T> {
        private ListOptions request;
        private Iterator<T> page = List.<T>of().iterator();
        private boolean last;

        Items(ListOptions request) {
            this.request = request;
        }

        @Override
        public boolean hasNext() {
            while (!page.hasNext() && !last) {
                ResourceList<T> fetched = client.list(request);
                page = fetched.items().iterator();
                last = Pager.next(fetched).isEmpty();
                request = following(request, Pager.next(fetched));
            }
            return page.hasNext();
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return page.next();
        }
    }
}
