package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A write that somebody attempts.
 *
 * @param operation what is done
 * @param resource with what resource
 * @param namespace in which namespace, empty for none
 * @param name with which object, empty if it has no name yet
 * @param subresource through which subresource, empty for the object itself
 * @param object the new state, null for a deletion
 * @param old the state before, null for a creation
 * @param userName who does it
 * @param userGroups the groups the user is in
 * @param dryRun whether it will not be stored
 */
public record Write(
        Operation operation,
        GroupResource resource,
        String namespace,
        String name,
        String subresource,
        Json.@Nullable Obj object,
        Json.@Nullable Obj old,
        String userName,
        List<String> userGroups,
        boolean dryRun) {
    /** What is done. */
    public enum Operation {
        /** An object is made. */
        CREATE,
        /** An object is changed. */
        UPDATE,
        /** An object is deleted. */
        DELETE
    }

    /** Copies its argument. */
    public Write {
        userGroups = List.copyOf(userGroups);
    }

    /** {@return the creation of an object by a user} */
    static Write creation(
            GroupResource resource, String namespace, Json.Obj object, String userName, List<String> userGroups) {
        String name = Tree.text(object, "metadata", "name");
        return new Write(Operation.CREATE, resource, namespace, name, "", object, null, userName, userGroups, false);
    }

    boolean creates(String group, String plural) {
        return operation == Operation.CREATE && isAbout(group, plural);
    }

    boolean updates(String group, String plural) {
        return operation == Operation.UPDATE && isAbout(group, plural);
    }

    /** {@return whether it is about objects of a resource themselves} */
    boolean isAbout(String group, String plural) {
        return subresource.isEmpty()
                && resource.resource().equals(plural)
                && resource.group().equals(group);
    }

    /** {@return the refusal of this write} */
    StatusException forbidden(String why) {
        return Failures.forbidden(resource, shownName(), why);
    }

    /** {@return how a message calls the object} */
    String shownName() {
        if (!name.isEmpty()) {
            return name;
        }
        String start = object == null ? "" : Tree.text(object, "metadata", "generateName");
        return start.isEmpty() ? "Unknown" : start;
    }
}
