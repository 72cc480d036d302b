package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;

/** How large an object may be: what etcd takes in one request. */
final class StorageLimit {
    private static final int BYTES = 3 << 19;

    /** As much as a character takes in JSON when it has to be escaped. */
    private static final int WIDEST = 6;

    /** More than a number takes, or the signs around a value. */
    private static final int EACH = 32;

    private StorageLimit() {}

    /**
     * {@return an object as it can be stored}: without the record of who manages its fields if it is too large with it
     *
     * @throws StatusException if it is too large even so
     */
    static Json.Obj fitting(Kind kind, Json.Obj content) {
        if (leftOf(BYTES, content) >= 0 || fits(kind, content)) {
            return content;
        }
        Json.Obj bare = Tree.without(content, "metadata", "managedFields");
        if (!fits(kind, bare)) {
            throw Failures.untyped("etcdserver: request is too large");
        }
        return bare;
    }

    private static boolean fits(Kind kind, Json.Obj content) {
        return kind.form().storedBytes(content) <= BYTES;
    }

    /** {@return what a value leaves of so many bytes at least}, below zero once it may need more: most objects are far from that */
    private static int leftOf(int bytes, Json value) {
        int left = bytes - EACH;
        switch (value) {
            case Json.Str text -> left -= WIDEST * text.value().length();
            case Json.Obj object -> {
                for (var field : object.fields().entrySet()) {
                    left = left < 0
                            ? left
                            : leftOf(left - WIDEST * field.getKey().length(), field.getValue());
                }
            }
            case Json.Arr list -> {
                for (Json item : list.items()) {
                    left = left < 0 ? left : leftOf(left, item);
                }
            }
            default -> {}
        }
        return left;
    }
}
