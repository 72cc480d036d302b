package dev.konverge.codegen.importer;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the tag of a Go field says of its form on the wire.
 *
 * @param jsonName its JSON name, empty if none is given
 * @param jsonOptions what follows the name: {@code omitempty}, {@code omitzero}, {@code inline}
 * @param protoNumber its protobuf number, 0 if none is given
 * @param protoName its protobuf name, empty if none is given
 */
record GoTag(String jsonName, List<String> jsonOptions, int protoNumber, String protoName) {
    private static final Pattern ENTRY = Pattern.compile("(\\w+):\"([^\"]*)\"");

    /** The tag that says nothing. */
    static final GoTag NONE = new GoTag("", List.of(), 0, "");

    /** {@return what {@code text} says, such as {@code json:"image,omitempty" protobuf:"bytes,2,opt,name=image"}} */
    static GoTag parse(String text) {
        String jsonName = "";
        List<String> jsonOptions = List.of();
        int protoNumber = 0;
        String protoName = "";
        Matcher entry = ENTRY.matcher(text);
        while (entry.find()) {
            List<String> parts = List.of(entry.group(2).split(",", -1));
            if (entry.group(1).equals("json")) {
                jsonName = parts.get(0);
                jsonOptions = parts.subList(1, parts.size());
            } else if (entry.group(1).equals("protobuf") && parts.size() > 1) {
                protoNumber = Integer.parseInt(parts.get(1));
                protoName = parts.stream()
                        .filter(part -> part.startsWith("name="))
                        .map(part -> part.substring("name=".length()))
                        .findFirst()
                        .orElse("");
            }
        }
        return new GoTag(jsonName, jsonOptions, protoNumber, protoName);
    }

    /** {@return whether JSON leaves an empty value out} */
    boolean omitsEmpty() {
        return jsonOptions.contains("omitempty");
    }

    /** {@return whether JSON leaves out a value that says of itself that it is zero} */
    boolean omitsZero() {
        return jsonOptions.contains("omitzero");
    }

    /** {@return whether the field is left out of JSON always} */
    boolean isNotSent() {
        return jsonName.equals("-") && jsonOptions.isEmpty();
    }
}
