package dev.konverge.informer;

import dev.konverge.model.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What comes out of a delta queue, as text: {@code name: Added 1, Deleted 2}, with a question mark for a tombstone. */
final class Popped {
    private Popped() {}

    /** The next item; there must be one. */
    static <T extends Resource> String one(DeltaQueue<T> queue) {
        List<String> texts = new ArrayList<>();
        pop(queue, (deltas, initial) -> texts.add(text(deltas)));
        return texts.getFirst();
    }

    /** All items. */
    static <T extends Resource> List<String> all(DeltaQueue<T> queue) {
        List<String> texts = new ArrayList<>();
        while (queue.size() > 0) {
            texts.add(one(queue));
        }
        return texts;
    }

    private static <T> void pop(DeltaQueue<T> queue, DeltaProcessor<T> processor) {
        try {
            if (!queue.pop(processor)) {
                throw new AssertionError("closed");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static <T extends Resource> String text(List<? extends Delta<T>> deltas) {
        String texts = deltas.stream().map(Popped::text).collect(Collectors.joining(", "));
        return deltas.getFirst() instanceof Delta.OfObject<T> ofObject
                ? ofObject.key().name() + ": " + texts
                : texts;
    }

    private static <T extends Resource> String text(Delta<T> delta) {
        return switch (delta) {
            case Delta.Added<T> added -> "Added " + version(added.object());
            case Delta.Updated<T> updated -> "Updated " + version(updated.object());
            case Delta.Replaced<T> replaced -> "Replaced " + version(replaced.object());
            case Delta.Sync<T> sync -> "Sync " + version(sync.object());
            case Delta.Deleted<T>(DeletedFinalState<T> deleted) -> "Deleted " + version(deleted.object());
            case Delta.Deleted<T>(DeletedFinalStateUnknown<T> deleted) ->
                "Deleted ?" + deleted.findObject().map(Popped::version).orElse("");
            case Delta.ReplacedAll<T> all ->
                "ReplacedAll " + all.version() + " "
                        + all.objects().stream()
                                .map(object -> object.key().name())
                                .toList();
            case Delta.SyncAll<T> all -> "SyncAll";
            case Delta.Bookmark<T>(var version) -> "Bookmark " + version;
        };
    }

    private static String version(Resource object) {
        return object.metadata().version().text();
    }
}
