package dev.konverge.client;

import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonReader;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON of answers. A client that writes many objects of a kind gets many answers that differ in a name and a few numbers; so the reader of the last
 * one is kept, a reader a kind, and what stands where it stood is not decoded again.
 *
 * <p>Safe for use by many threads: who finds the reader in use takes a new one.
 */
final class AnswerReaders {
    /** What a client knows must not grow with what it has read: longer documents leave nothing behind. */
    private static final int LONGEST = 1 << 14;

    /** Nor with how many codecs were used: each reader has up to a megabyte and a half, and who makes a codec for each answer has no last one of its kind. */
    private static final int MOST_KINDS = 32;

    private static final byte[] NOTHING = {};

    private final DecodeOptions options;

    /** One place for each kind that was read; empty while its reader is in use. */
    private final Map<Codec<?>, AtomicReference<@Nullable JsonReader>> places = new ConcurrentHashMap<>(4);

    AnswerReaders(DecodeOptions options) {
        this.options = options;
    }

    DecodeOptions options() {
        return options;
    }

    /**
     * {@return the value in a document}
     *
     * @throws dev.konverge.model.codec.DecodeException if there is no such value, or more than that
     */
    <T> T read(Codec<T> codec, byte[] document) {
        // Who brings a memory uses it alone, and has it compared there.
        if (document.length > LONGEST || options.sharing() != null) {
            return read(codec, new JsonReader(document, options));
        }
        AtomicReference<@Nullable JsonReader> place = placeOf(codec);
        if (place == null) {
            return read(codec, new JsonReader(document, options));
        }
        JsonReader reader = place.getAndSet(null);
        if (reader == null) {
            reader = new JsonReader(document, options.withSharing());
        } else {
            reader.reset(document, 0, document.length);
        }
        T value = read(codec, reader);
        // Not after a failure, which leaves a reader in the middle of something.
        reader.reset(NOTHING, 0, 0);
        place.set(reader);
        return value;
    }

    private @Nullable AtomicReference<@Nullable JsonReader> placeOf(Codec<?> codec) {
        AtomicReference<@Nullable JsonReader> place = places.get(codec);
        return place != null || places.size() >= MOST_KINDS
                ? place
                : places.computeIfAbsent(codec, any -> new AtomicReference<>());
    }

    /** {@return how many kinds it keeps a reader for} */
    int kinds() {
        return places.size();
    }

    private static <T> T read(Codec<T> codec, JsonReader reader) {
        T value = codec.read(reader);
        reader.expectEnd();
        return value;
    }
}
