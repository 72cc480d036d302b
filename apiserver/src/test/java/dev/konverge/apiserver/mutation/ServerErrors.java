package dev.konverge.apiserver.mutation;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** The bad requests that Kubernetes answers with a code of 500 and more, though they are the client's fault. */
enum ServerErrors {
    /** V2: a field that the kind does not have, in a configuration that is applied. */
    TYPED_PATCH(500, "failed to create typed patch object \\(.*"),
    /** V2: the stored object does not fit its definition any more, which was changed since. */
    TYPED_LIVE(500, "failed to create typed live object \\(.*"),
    /** T3: a strategic merge patch that makes no sense, where the library tells no kind of failure. */
    STRATEGIC(
            500,
            "map: .* does not contain declared merge key: .*|unknown patch type: .*|list element types are not identical: .*"
                    + "|merging lists cannot yet be specified in the patch|cannot merge lists without merge key"
                    + "|The order in patch list:.*|expected a (?:\\[\\]|map\\[string\\])interface \\{\\}, but received a .*"),
    /** T4, U1: a resource version that is no number, in an object. */
    VERSION_OF_OBJECT(500, "strconv\\.ParseUint: parsing .*"),
    /** B9: a binding to something that is no node, or to nothing. */
    BINDING(500, "\\[?target\\..*"),
    /** L7: a resource version that is no number, in get and watch. */
    VERSION(500, "resourceVersion: Invalid value: .*: strconv\\.ParseUint: parsing .*"),
    /** 1.2: a resource version in an object that is to be created. */
    VERSION_ON_CREATE(500, "resourceVersion should not be set on objects to be created"),
    /** R9: a custom resource without the number that its scale is about. */
    NO_REPLICAS(500, "the spec replicas field \".*\" does not exist"),
    /** 1.2, L3, W4: a resource version of the future. */
    TOO_LARGE_VERSION(504, "Timeout: Too large resource version: \\d+, current: \\d+");

    private final int code;
    private final Pattern message;

    ServerErrors(int code, String message) {
        this.code = code;
        this.message = Pattern.compile(message, Pattern.DOTALL);
    }

    static Optional<ServerErrors> find(int code, String message) {
        return Arrays.stream(values())
                .filter(error ->
                        error.code == code && error.message.matcher(message).matches())
                .findFirst();
    }
}
