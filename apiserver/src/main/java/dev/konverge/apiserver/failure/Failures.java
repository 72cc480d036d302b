package dev.konverge.apiserver.failure;

import static dev.konverge.apiserver.failure.StatusBuilder.failure;

import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The refusals of Kubernetes, each with its exact text. Programs match these texts, so none of them is ours to improve. */
public final class Failures {
    private static final String MODIFIED =
            "the object has been modified; please apply your changes to the latest version and try again";

    private Failures() {}

    /** {@return 404: no object of that name} */
    public static StatusException notFound(GroupResource resource, String name) {
        return failure(404, "NotFound", resource + " " + GoText.quote(name) + " not found")
                .about(name, resource.group(), resource.resource())
                .exception();
    }

    /** {@return 404: nothing is served at this path of a group that is served} */
    public static StatusException noSuchResource() {
        return failure(404, "NotFound", "the server could not find the requested resource")
                .emptyDetails()
                .exception();
    }

    /** {@return 409: an object of that name exists} */
    public static StatusException alreadyExists(GroupResource resource, String name) {
        return alreadyExists(resource, name, "");
    }

    /** {@return 409: an object of that name exists, and is on its way out} */
    public static StatusException beingDeleted(GroupResource resource, String name) {
        return alreadyExists(resource, name, "object is being deleted: ");
    }

    private static StatusException alreadyExists(GroupResource resource, String name, String prefix) {
        return failure(409, "AlreadyExists", prefix + resource + " " + GoText.quote(name) + " already exists")
                .about(name, resource.group(), resource.resource())
                .exception();
    }

    /** {@return 409: no free name was found for {@code generateName}} */
    public static StatusException generateNameConflict(GroupResource resource, String name) {
        String text = " already exists, the server was not able to generate a unique name for the object";
        return failure(409, "AlreadyExists", resource + " " + GoText.quote(name) + text)
                .about(name, resource.group(), resource.resource())
                .retryAfter(1)
                .exception();
    }

    /** {@return 409: the operation cannot be fulfilled, for this reason} */
    public static StatusException conflict(GroupResource resource, String name, String why) {
        return failure(
                        409,
                        "Conflict",
                        "Operation cannot be fulfilled on " + resource + " " + GoText.quote(name) + ": " + why)
                .about(name, resource.group(), resource.resource())
                .exception();
    }

    /** {@return 409: the request was made for an older version of the object} */
    public static StatusException modified(GroupResource resource, String name) {
        return conflict(resource, name, MODIFIED);
    }

    /** {@return 403: the operation is forbidden, for this reason}; an empty name is left out */
    public static StatusException forbidden(GroupResource resource, String name, String why) {
        return forbiddenStatus(resource, name, why).exception();
    }

    /** {@return 403 to add causes to} */
    public static StatusBuilder forbiddenStatus(GroupResource resource, String name, String why) {
        String subject;
        if (resource.group().isEmpty() && resource.resource().isEmpty()) {
            subject = "forbidden: ";
        } else if (name.isEmpty()) {
            subject = resource + " is forbidden: ";
        } else {
            subject = resource + " " + GoText.quote(name) + " is forbidden: ";
        }
        return failure(403, "Forbidden", subject + why).about(name, resource.group(), resource.resource());
    }

    /** {@return 422: the object is invalid}; {@code kind} is a Kind, or whatever stands in its place in the text */
    public static StatusException invalid(String group, String kind, String name, List<FieldError> errors) {
        String subject = (group.isEmpty() ? kind : kind + "." + group) + " " + GoText.quote(name) + " is invalid";
        StatusBuilder status = failure(
                        422, "Invalid", errors.isEmpty() ? subject : subject + ": " + FieldError.summary(errors))
                .about(name, group, kind);
        errors.forEach(error -> status.cause(error.type().reason(), error.body(), error.field()));
        return status.exception();
    }

    /** {@return 422: the options of a request are invalid}; {@code kind} is such as {@code ListOptions} */
    public static StatusException invalidOptions(String kind, List<FieldError> errors) {
        return invalid("meta.k8s.io", kind, "", errors);
    }

    /** {@return 422 without saying what: a patch that could not be applied} */
    public static StatusException patchRejected() {
        return failure(422, "Invalid", "the server rejected our request due to an error in our request")
                .emptyDetails()
                .exception();
    }

    /** {@return 400: the request makes no sense} */
    public static StatusException badRequest(String message) {
        return failure(400, "BadRequest", message).exception();
    }

    /** {@return 401} */
    public static StatusException unauthorized() {
        return failure(401, "Unauthorized", "Unauthorized").exception();
    }

    /** {@return 405: nothing at this path can do that} */
    public static StatusException methodNotAllowed() {
        return failure(405, "MethodNotAllowed", "the server does not allow this method on the requested resource")
                .emptyDetails()
                .exception();
    }

    /** {@return 405: the resource does not know the verb} */
    public static StatusException verbNotSupported(GroupResource resource, String verb) {
        return failure(
                        405,
                        "MethodNotAllowed",
                        verb + " is not supported on resources of kind " + GoText.quote(resource.toString()))
                .about("", resource.group(), resource.resource())
                .exception();
    }

    /** {@return 410: the state asked for is no longer known} */
    public static StatusException expired(String message) {
        return failure(410, "Expired", message).exception();
    }

    /** {@return 413: the body is larger than the limit} */
    public static StatusException tooLarge(String message) {
        return failure(413, "RequestEntityTooLarge", "Request entity too large: " + message)
                .exception();
    }

    /** {@return 406: none of the forms asked for is offered} */
    public static StatusException notAcceptable(List<String> offered) {
        return failure(
                        406,
                        "NotAcceptable",
                        "only the following media types are accepted: " + String.join(", ", offered))
                .exception();
    }

    /** {@return 406 as the router of built-in kinds says it, before anybody looks at the request} */
    public static StatusException noRepresentation(List<String> offered) {
        return failure(
                        406,
                        "NotAcceptable",
                        "406: Not Acceptable\n\nAvailable representations: " + String.join(", ", offered))
                .emptyDetails()
                .exception();
    }

    /** {@return 415 as the router of built-in kinds says it, before anybody looks at the request} */
    public static StatusException unsupportedMediaType() {
        return failure(415, "UnsupportedMediaType", "415: Unsupported Media Type")
                .emptyDetails()
                .exception();
    }

    /** {@return 415: the form of the body is not understood} */
    public static StatusException unsupportedMediaType(List<String> understood) {
        String text = "the body of the request was in an unknown format - accepted media types include: ";
        return failure(415, "UnsupportedMediaType", text + String.join(", ", understood))
                .exception();
    }

    /** {@return 429: come back later} */
    public static StatusException tooManyRequests(String message, int retryAfterSeconds) {
        return tooManyRequestsStatus(message, retryAfterSeconds).exception();
    }

    /** {@return 429 to add causes to} */
    public static StatusBuilder tooManyRequestsStatus(String message, int retryAfterSeconds) {
        return failure(429, "TooManyRequests", message).retryAfter(retryAfterSeconds);
    }

    /** {@return 503} */
    public static StatusException unavailable(String message, int retryAfterSeconds) {
        return failure(503, "ServiceUnavailable", message)
                .retryAfter(retryAfterSeconds)
                .exception();
    }

    /** {@return 504: it took too long} */
    public static StatusException timeout(String message, int retryAfterSeconds) {
        return failure(504, "Timeout", "Timeout: " + message)
                .retryAfter(retryAfterSeconds)
                .exception();
    }

    /** {@return 504: a request was not done in its time} */
    public static StatusException outOfTime() {
        return timeout("request did not complete within the allotted timeout", 0);
    }

    /** {@return 504: a state of the future was asked for}; after 0 seconds there is no use in asking again */
    public static StatusException tooLargeVersion(long wanted, long current, int retryAfterSeconds) {
        return failure(
                        504,
                        "Timeout",
                        "Timeout: Too large resource version: " + Long.toUnsignedString(wanted) + ", current: "
                                + current)
                .cause("ResourceVersionTooLarge", "Too large resource version", "")
                .retryAfter(retryAfterSeconds)
                .exception();
    }

    /** {@return 500 with a reason and the prefix that comes with it} */
    public static StatusException internal(String message) {
        return failure(500, "InternalError", "Internal error occurred: " + message)
                .cause("", message, "")
                .exception();
    }

    /** {@return 500 without a reason: what Kubernetes makes of a failure that is no Status} */
    public static StatusException untyped(String message) {
        return failure(500, "", message).exception();
    }

    /** {@return the Status of success that a deletion answers with} */
    public static Json.Obj deleted(GroupResource resource, String name, String uid) {
        Map<String, Json> details = new LinkedHashMap<>();
        details.put("name", Json.of(name));
        if (!resource.group().isEmpty()) {
            details.put("group", Json.of(resource.group()));
        }
        details.put("kind", Json.of(resource.resource()));
        details.put("uid", Json.of(uid));
        return success(new Json.Obj(details));
    }

    /** {@return the Status of success} without a code, or with one as some subresources have it */
    public static Json.Obj success(Json.Obj details) {
        Map<String, Json> out = new LinkedHashMap<>();
        out.put("kind", Json.of("Status"));
        out.put("apiVersion", Json.of("v1"));
        out.put("metadata", Json.Obj.EMPTY);
        out.put("status", Json.of("Success"));
        if (!details.fields().isEmpty()) {
            out.put("details", details);
        }
        return new Json.Obj(out);
    }
}
