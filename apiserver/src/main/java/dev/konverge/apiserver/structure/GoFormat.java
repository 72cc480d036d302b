package dev.konverge.apiserver.structure;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.model.Json;
import java.util.Map;
import java.util.TreeMap;

/** JSON values as Go prints what it decodes them to, which is how many messages of Kubernetes show them. */
public final class GoFormat {
    private GoFormat() {}

    /** {@return the value as {@code %v} shows it, such as {@code map[a:1 b:[x y]]}} */
    public static String plain(Json value) {
        StringBuilder out = new StringBuilder();
        plain(value, out);
        return out.toString();
    }

    private static void plain(Json value, StringBuilder out) {
        switch (value) {
            case Json.Obj object -> {
                String separator = "map[";
                for (Map.Entry<String, Json> field : new TreeMap<>(object.fields()).entrySet()) {
                    out.append(separator).append(field.getKey()).append(':');
                    plain(field.getValue(), out);
                    separator = " ";
                }
                out.append(object.fields().isEmpty() ? "map[]" : "]");
            }
            case Json.Arr array -> {
                out.append('[');
                String separator = "";
                for (Json item : array.items()) {
                    out.append(separator);
                    plain(item, out);
                    separator = " ";
                }
                out.append(']');
            }
            case Json.Str text -> out.append(text.value());
            case Json.Int number -> out.append(number.value());
            case Json.Dec number -> out.append(GoText.number(number.value()));
            case Json.Bool flag -> out.append(flag.value());
            case Json.Null ignored -> out.append("<nil>");
        }
    }

    /** {@return the value as {@code %#v} shows it, such as {@code map[string]interface {}{"a":1}}} */
    public static String syntax(Json value) {
        StringBuilder out = new StringBuilder();
        syntax(value, out);
        return out.toString();
    }

    private static void syntax(Json value, StringBuilder out) {
        switch (value) {
            case Json.Obj object -> {
                String separator = typeName(value) + '{';
                for (Map.Entry<String, Json> field : new TreeMap<>(object.fields()).entrySet()) {
                    out.append(separator).append(GoText.quote(field.getKey())).append(':');
                    syntax(field.getValue(), out);
                    separator = ", ";
                }
                out.append(object.fields().isEmpty() ? separator + '}' : "}");
            }
            case Json.Arr array -> {
                out.append(typeName(value)).append('{');
                String separator = "";
                for (Json item : array.items()) {
                    out.append(separator);
                    syntax(item, out);
                    separator = ", ";
                }
                out.append('}');
            }
            case Json.Str text -> out.append(GoText.quote(text.value()));
            case Json.Int number -> out.append(number.value());
            case Json.Dec number -> out.append(GoText.number(number.value()));
            case Json.Bool flag -> out.append(flag.value());
            case Json.Null ignored -> out.append("interface {}(nil)");
        }
    }

    /** {@return the type that Go decodes the value to} */
    public static String typeName(Json value) {
        return switch (value) {
            case Json.Obj ignored -> "map[string]interface {}";
            case Json.Arr ignored -> "[]interface {}";
            case Json.Str ignored -> "string";
            case Json.Int ignored -> "int64";
            case Json.Dec ignored -> "float64";
            case Json.Bool ignored -> "bool";
            case Json.Null ignored -> "%!s(<nil>)";
        };
    }

    /** {@return what Go's JSON decoder calls the value in its errors} */
    public static String jsonName(Json value) {
        return switch (value) {
            case Json.Obj ignored -> "object";
            case Json.Arr ignored -> "array";
            case Json.Str ignored -> "string";
            case Json.Int ignored -> "number";
            case Json.Dec ignored -> "number";
            case Json.Bool ignored -> "bool";
            case Json.Null ignored -> "null";
        };
    }
}
