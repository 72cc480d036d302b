package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.negotiate.Accepted;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.apiserver.negotiate.MediaType;
import dev.konverge.apiserver.negotiate.Rendition;
import dev.konverge.apiserver.negotiate.Renditions;
import dev.konverge.apiserver.store.Change;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.base.Clock;
import dev.konverge.model.Json;
import org.jspecify.annotations.Nullable;

/** Encodes the events of one watch; what all watchers of a kind see alike is encoded once for all of them. */
final class WatchFrames implements Feed.Frames {
    private final Kind kind;
    private final Accepted form;
    private final Renditions renditions;
    private final Answers answers;
    private final Clock clock;
    private boolean first = true;

    WatchFrames(Kind kind, Accepted form, Renditions renditions, Answers answers, Clock clock) {
        this.kind = kind;
        this.form = form;
        this.renditions = renditions;
        this.answers = answers;
        this.clock = clock;
    }

    /**
     * What makes two frames of one change the same bytes.
     *
     * @param definition what defines the objects, by identity; null if that never changes
     */
    private record Sameness(
            String type, String apiVersion, @Nullable Object definition, Accepted form) {}

    @Override
    public byte[] change(String type, Change change, Stored object) {
        // The ages in a table differ from one moment to the next, and only the first event tells the columns.
        if (form.rendition() instanceof Rendition.Table) {
            return frame(type, kind.listed(object));
        }
        Sameness sameness =
                new Sameness(type, kind.served().apiVersion(), kind.form().stored(), form);
        return change.encoded(sameness, () -> plainFrame(type, object));
    }

    @Override
    public byte[] initial(Stored object) {
        return plainFrame("ADDED", object);
    }

    @Override
    public byte[] bookmark(long revision, boolean initialEnd) {
        Json.Obj metadata = Tree.of("resourceVersion", Long.toString(revision));
        if (initialEnd) {
            metadata = Tree.with(metadata, Tree.of("k8s.io/initial-events-end", "true"), "annotations");
        }
        Json.Obj object = Tree.of(
                "kind", kind.served().kind(), "apiVersion", kind.served().apiVersion(), "metadata", metadata);
        return frame("BOOKMARK", object);
    }

    @Override
    public byte[] error(Json.Obj status) {
        return answers.event("ERROR", status, form);
    }

    private byte[] plainFrame(String type, Stored object) {
        boolean asStored = form.rendition() instanceof Rendition.Plain && form.type() == MediaType.JSON;
        return asStored ? Answers.event(type, kind.json(object)) : frame(type, kind.listed(object));
    }

    private byte[] frame(String type, Json.Obj object) {
        Json.Obj shown = renditions.event(object, form.rendition(), clock.now(), first);
        first = false;
        return answers.event(type, shown, form);
    }
}
