package dev.konverge.controller.webhook;

import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Json;
import dev.konverge.model.Resource;
import dev.konverge.model.authentication.v1.UserInfo;
import java.util.Optional;

/**
 * What the API server wants to know about: who is about to do what to which object.
 *
 * @param <T> the type of the object
 * @param uid the name of this one question
 * @param operation what is done
 * @param kind the kind of the object as it is sent, which may be another version than the user's
 * @param resource what is written to, in that version
 * @param subresource the part of it, such as {@code status}; empty for the object itself
 * @param name the name of the object; empty if the server is still to choose one
 * @param namespace the namespace of the object; empty if it has none
 * @param user who does it
 * @param dryRun whether nothing will be stored, so that nothing else may be changed because of it either
 * @param options the options of the operation, such as those of a deletion; empty if there are none
 * @param object the object as it will be; absent if it is deleted
 * @param oldObject the object as it is; absent if it is created
 */
public record AdmissionRequest<T extends Resource>(
        String uid,
        Operation operation,
        GroupVersionKind kind,
        GroupVersionResource resource,
        String subresource,
        String name,
        String namespace,
        UserInfo user,
        boolean dryRun,
        Json.Obj options,
        Optional<T> object,
        Optional<T> oldObject) {
    /** {@return what is asked, without what the objects hold} */
    @Override
    public String toString() {
        String part = subresource.isEmpty() ? "" : "/" + subresource;
        String place = namespace.isEmpty() ? name : namespace + "/" + name;
        return operation + " " + resource.resource() + part + " \"" + place + "\"";
    }
}
