package dev.konverge.controller;

import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.ResourceVersion;

/**
 * What the status of an object shall be.
 *
 * @param what the kind of the object and the subresource
 * @param seen the version of the object that it was compared with
 * @param difference what is different there
 * @param content the status as a whole
 */
record StatusWish(String what, Key key, ResourceVersion seen, MergePatch difference, Json.Obj content) {
    /** {@return the wish that an object had the status of another} */
    static <R extends Resource> StatusWish of(ResourceType<R> type, R object, R desired) {
        Json.Obj content = Trees.status(type.codec(), desired);
        return new StatusWish(
                type.groupVersionKind() + "/status",
                object.key(),
                ResourceVersion.of(object.metadata().resourceVersion()),
                MergePatch.between(Trees.status(type.codec(), object), content),
                content);
    }

    /** {@return whether there is nothing to be sent} The server may leave out what it was told, such as a zero. Told once, it need not be told again. */
    boolean isGranted(Footprint footprint) {
        return difference.isEmpty()
                || footprint
                        .findApplied(what, key, digest())
                        .filter(granted -> granted.version().equals(seen))
                        .isPresent();
    }

    /** Takes note that the server was told, which gave the object a version. */
    void granted(Footprint footprint, ResourceVersion version) {
        Digest wish = digest();
        footprint.applied(what, key, wish, new Footprint.Granted(version, new Content.Digested(wish)));
    }

    private Digest digest() {
        return Digest.of(content.toBytes());
    }
}
