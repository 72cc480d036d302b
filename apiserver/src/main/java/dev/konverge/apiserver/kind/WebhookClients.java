package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.model.Json;
import java.util.List;

/** What is said of where a webhook is: an address, or a service of the cluster. */
public final class WebhookClients {
    private static final String FORM = "; desired format: https://host[/path]";

    private WebhookClients() {}

    /** Says what is wrong with a {@code clientConfig}. */
    public static void check(Json.Obj client, String at, List<FieldError> errors) {
        boolean url = Tree.has(client, "url");
        boolean service = Tree.has(client, "service");
        if (url == service) {
            errors.add(FieldError.required(at, "exactly one of url or service is required"));
        } else if (url) {
            url(Tree.text(client, "url"), at + ".url", errors);
        } else {
            service(Tree.object(client, "service"), at + ".service", errors);
        }
    }

    private static void url(String url, String at, List<FieldError> errors) {
        if (url.startsWith(":")) {
            errors.add(FieldError.required(
                    at, "url must be a valid URL: parse " + GoText.quote(url) + ": missing protocol scheme" + FORM));
            return;
        }
        int colon = url.indexOf("://");
        String scheme = colon < 0 ? "" : url.substring(0, colon);
        String host = colon < 0 ? "" : url.substring(colon + 3).replaceFirst("[/?#].*", "");
        if (!scheme.equals("https")) {
            errors.add(FieldError.invalid(at, scheme, "'https' is the only allowed URL scheme" + FORM));
        }
        if (host.isEmpty()) {
            errors.add(FieldError.invalid(at, "", "host must be specified" + FORM));
        }
        if (host.contains("@")) {
            errors.add(FieldError.invalid(
                    at, host.substring(0, host.indexOf('@')), "user information is not permitted in the URL"));
        }
        if (url.contains("#")) {
            errors.add(FieldError.invalid(
                    at, url.substring(url.indexOf('#') + 1), "fragments are not permitted in the URL"));
        }
        if (url.contains("?")) {
            String query = url.substring(url.indexOf('?') + 1).replaceFirst("#.*", "");
            errors.add(FieldError.invalid(at, query, "query parameters are not permitted in the URL"));
        }
    }

    private static void service(Json.Obj service, String at, List<FieldError> errors) {
        for (String field : List.of("name", "namespace")) {
            if (Tree.text(service, field).isEmpty()) {
                errors.add(FieldError.required(at + "." + field, ""));
            }
        }
        long port = Tree.number(service, "port");
        if (port < 1 || port > 65535) {
            errors.add(FieldError.invalid(
                    at + ".port", Json.of(port), "port is not valid: must be between 1 and 65535, inclusive"));
        }
        path(Tree.text(service, "path"), at + ".path", errors);
    }

    private static void path(String path, String at, List<FieldError> errors) {
        if (path.isEmpty() || path.equals("/")) {
            return;
        }
        if (!path.startsWith("/")) {
            errors.add(FieldError.invalid(at, path, "must start with a '/'"));
        }
        String[] steps = path.substring(1).replaceFirst("/$", "").split("/", -1);
        for (int i = 0; i < steps.length; i++) {
            if (steps[i].isEmpty()) {
                errors.add(FieldError.invalid(at, path, "segment[" + i + "] may not be empty"));
                continue;
            }
            for (String problem : NameSyntax.subdomain(steps[i])) {
                errors.add(FieldError.invalid(at, path, "segment[" + i + "]: " + problem));
            }
        }
    }
}
