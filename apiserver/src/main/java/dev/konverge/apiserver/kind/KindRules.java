package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What one kind does differently from the next: its defaults, its checks, its generation, its way to be deleted.
 *
 * <p>Every method is a pure function of its arguments: nothing here reads the clock, the store or the network. The request
 * pipeline calls them in this order. Create: {@link #defaulted}, admission, system fields, {@link #prepareForCreate},
 * {@link #validateCreate}. Update and patch: {@link #defaulted} of the new state, {@link #prepareForUpdate}, admission,
 * {@link #validateUpdate}. Delete: {@link #graceSeconds}, {@link #defaultPropagation}, {@link #answersWithDeletedObject}.
 *
 * <p>Subresources are named as in the path; the object itself is {@link #MAIN}.
 */
public interface KindRules {
    /** The name of the object itself where that of a subresource may stand. */
    String MAIN = "";

    /** What happens to the dependents of an object that is deleted without a word about them. */
    enum Propagation {
        /** They are deleted after it. */
        BACKGROUND,
        /** They stay and lose their owner. */
        ORPHAN,
        /** The kind takes no part in garbage collection. */
        UNSUPPORTED
    }

    /**
     * {@return the object in the form in which the server keeps it}: fields that the kind does not have, nulls and zero values
     * that mean nothing are gone, what is always there is there, quantities and times are in their canonical form, defaults
     * are filled in. Doing it twice changes nothing.
     *
     * <p>A custom resource comes back as it is: its schema says what is done to it.
     */
    Json.Obj defaulted(Json.Obj object);

    /**
     * {@return the object as it is first stored}: without what only the system may say (a status, where it is written on its
     * own), with the kind's initial status and generation. System fields of the metadata (uid, name, timestamps) are not its
     * business.
     *
     * @param object the object, with its name and uid
     * @param now the time of the request
     */
    Json.Obj prepareForCreate(Json.Obj object, Instant now);

    /**
     * {@return the new state of a stored object}: {@code next}, with what this endpoint may not touch taken from {@code live},
     * and the generation counted on if the kind says so.
     *
     * @param next what the client wants
     * @param live what is stored
     * @param subresource the endpoint it was sent to
     * @param now the time of the request
     */
    Json.Obj prepareForUpdate(Json.Obj next, Json.Obj live, String subresource, Instant now);

    /** {@return what is wrong with a new object}: first the kind's own fields, then its metadata. */
    List<FieldError> validateCreate(Json.Obj object);

    /** {@return what is wrong with the new state of a stored object}, the same way. */
    List<FieldError> validateUpdate(Json.Obj next, Json.Obj live, String subresource);

    /** {@return what a client should be told though it is no error} */
    default List<String> warnings(Json.Obj object) {
        return List.of();
    }

    /** {@return what a client should be told of the new state of a stored object}: what it was not told of before, of most kinds. */
    default List<String> warnings(Json.Obj next, Json.Obj live) {
        List<String> before = warnings(live);
        return warnings(next).stream()
                .filter(warning -> !before.contains(warning))
                .toList();
    }

    /** {@return whether a PUT may leave out the resource version} */
    boolean allowsUnconditionalUpdate();

    /** {@return whether a PUT of an object that is not there creates it} */
    boolean allowsCreateOnUpdate();

    /** {@return whether a deletion is answered with the object, not with a Status} */
    boolean answersWithDeletedObject();

    /** {@return what a deletion without a propagation policy means} */
    Propagation defaultPropagation();

    /**
     * {@return for how many seconds an object stays while its end is prepared}; 0 if it goes at once.
     *
     * @param live what is stored
     * @param requested what the client asked for, if it did
     */
    default long graceSeconds(Json.Obj live, OptionalLong requested) {
        return 0;
    }

    /** {@return whether {@link #graceSeconds} means anything}: only then does a deletion set the grace period it was asked for. */
    default boolean deletesGracefully() {
        return false;
    }

    /** {@return the fields by which a client may select} */
    SelectableFields selectableFields();

    /** {@return the columns of its table} */
    Columns columns();

    /**
     * {@return the paths that the endpoint ignores in what a client sends}, which is why nobody becomes their owner there: each
     * is a list of field names, such as {@code [status]} or {@code [metadata, labels]}.
     */
    Set<List<String>> resetFields(String subresource);

    /** {@return the name of the kind with its group}, such as {@code Deployment.apps}: what an error about a field begins with. */
    String qualifiedKind();
}
