package dev.konverge.informer;

import dev.konverge.model.Resource;
import dev.konverge.model.Resources;
import java.util.List;

/**
 * How much a store holds, by an estimate from a sample.
 *
 * @param objects how many objects
 * @param bytes about how many bytes they have as JSON. In memory it may be less, because objects share equal parts, or more.
 */
public record StoreSize(int objects, long bytes) {
    /** Enough for a few per cent where objects are of one kind, and a fraction of a millisecond. */
    private static final int SAMPLES = 64;

    /** {@return the size of a store} A sample of its objects, always the same as long as nothing changes, is encoded for it. */
    public static <T extends Resource> StoreSize of(StoreView<T> store) {
        List<T> objects = store.list();
        int samples = Math.min(SAMPLES, objects.size());
        long sampled = 0;
        for (int i = 0; i < samples; i++) {
            // In even steps; the order is that of hashes, which has nothing to do with size.
            int at = (int) ((long) i * objects.size() / samples);
            sampled += Resources.toJson(objects.get(at)).length;
        }
        return new StoreSize(objects.size(), samples == 0 ? 0 : sampled * objects.size() / samples);
    }
}
