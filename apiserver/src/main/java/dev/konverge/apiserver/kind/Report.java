package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with an object, gathered field by field. Used by one thread.
 *
 * @param errors what was found so far
 * @param forms how values are shown
 * @param schema what the schema demands
 */
record Report(List<FieldError> errors, InnerForm forms, SchemaChecks schema) {
    static final String NEGATIVE = "must be greater than or equal to 0";

    private static final Pattern PERCENT = Pattern.compile("[0-9]+%");
    private static final Pattern SMALL_PERCENT = Pattern.compile("[0-9]{1,9}%");

    void required(String path) {
        errors.add(FieldError.required(path, ""));
    }

    void required(String path, String detail) {
        errors.add(FieldError.required(path, detail));
    }

    void invalid(String path, @Nullable Json value, String detail) {
        errors.add(FieldError.invalid(path, value == null ? Json.Null.INSTANCE : value, detail));
    }

    void invalid(String path, String value, String detail) {
        errors.add(FieldError.invalid(path, value, detail));
    }

    void invalid(String path, String value, List<String> details) {
        details.forEach(detail -> invalid(path, value, detail));
    }

    void forbidden(String path, String detail) {
        errors.add(FieldError.forbidden(path, detail));
    }

    void duplicate(String path, Json value) {
        errors.add(FieldError.duplicate(path, value));
    }

    void notFound(String path, String value) {
        errors.add(FieldError.notFound(path, Json.of(value)));
    }

    void notSupported(String path, String value, List<String> supported) {
        errors.add(FieldError.notSupported(path, Json.of(value), supported));
    }

    void notSupported(String path, Json value, List<String> supported) {
        errors.add(FieldError.notSupported(path, value, supported));
    }

    void notFound(String path, String value, String detail) {
        errors.add(new FieldError(FieldError.Type.NOT_FOUND, path, Json.of(value), detail));
    }

    /** {@return a value of a type as it is shown} */
    Json inner(@Nullable Json value, String type) {
        return forms.of(value, type);
    }

    /** {@return a label selector as it is shown} */
    Json shown(Json.Obj selector) {
        return forms.of(selector, "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector");
    }

    /** {@return a value of a type as it is shown, on several lines} */
    List<String> lines(@Nullable Json value, String type) {
        return forms.lines(value, type);
    }

    /** Demands that a value is a domain with a path. */
    void domainPath(String path, String value) {
        if (value.isEmpty()) {
            return;
        }
        int slash = value.indexOf('/');
        if (slash <= 0 || slash == value.length() - 1) {
            invalid(path, value, "must be a domain-prefixed path (such as \"acme.io/foo\")");
        } else {
            String host = value.substring(0, slash);
            invalid(path, host, NameSyntax.subdomain(host));
        }
    }

    /** Demands that fields are not below zero. */
    void nonNegative(Json.Obj object, String path, String... fields) {
        for (String field : fields) {
            if (Tree.number(object, field) < 0) {
                invalid(path + "." + field, object.get(field), NEGATIVE);
            }
        }
    }

    /** Demands that a port is one. */
    void port(String path, long port) {
        if (port < 1 || port > 65535) {
            invalid(path, Json.of(port), "must be between 1 and 65535, inclusive");
        }
    }

    /** Demands that a port, or the name of one, is one. */
    void portOrName(String path, @Nullable Json value) {
        switch (value) {
            case Json.Int number -> port(path, number.value());
            case Json.Str name -> invalid(path, name.value(), NameSyntax.portName(name.value()));
            case null, default -> {}
        }
    }

    /** Demands that a field did not change. */
    void immutable(Json.Obj next, Json.Obj live, String path, String... fields) {
        for (String field : fields) {
            if (!Objects.equals(next.get(field), live.get(field))) {
                invalid(path.isEmpty() ? field : path + "." + field, next.get(field), MetadataChecks.IMMUTABLE);
            }
        }
    }

    /** Demands that a number or a share is one. */
    void intOrPercent(Json.Obj object, String path, String field) {
        String at = path + "." + field;
        switch (object.get(field)) {
            case Json.Int number when number.value() < 0 -> invalid(at, number, NEGATIVE);
            case Json.Str text
            when !PERCENT.matcher(text.value()).matches() ->
                invalid(
                        at,
                        text,
                        "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', "
                                + "regex used for validation is '[0-9]+%')");
            case null, default -> {}
        }
    }

    /** Demands that a share is not more than all. */
    void atMostAll(Json.Obj object, String path, String field) {
        if (percent(object.get(field)) > 100) {
            invalid(path + "." + field, object.get(field), "must not be greater than 100%");
        }
    }

    private static long percent(@Nullable Json value) {
        return value instanceof Json.Str text
                        && SMALL_PERCENT.matcher(text.value()).matches()
                ? Long.parseLong(text.value().substring(0, text.value().length() - 1))
                : 0;
    }

    /** Demands that a label selector is one. */
    void selector(Json.Obj selector, String path) {
        MetadataChecks.labels(Tree.texts(selector, "matchLabels"), path + ".matchLabels", errors);
        List<Json.Obj> expressions = Tree.objects(selector, "matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            expression(expressions.get(i), path + ".matchExpressions[" + i + "]");
        }
    }

    private void expression(Json.Obj expression, String path) {
        String operator = Tree.text(expression, "operator");
        List<String> values = Tree.strings(expression, "values");
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    required(path + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    forbidden(path + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default -> invalid(path + ".operator", operator, "not a valid selector operator");
        }
        invalid(path + ".key", Tree.text(expression, "key"), NameSyntax.qualified(Tree.text(expression, "key")));
        for (int i = 0; i < values.size(); i++) {
            invalid(path + ".values[" + i + "]", values.get(i), NameSyntax.labelValue(values.get(i)));
        }
    }
}
