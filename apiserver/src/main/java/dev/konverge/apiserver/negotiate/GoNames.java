package dev.konverge.apiserver.negotiate;

import dev.konverge.schema.FieldDef;
import dev.konverge.schema.Shape;
import java.util.Optional;

/** What Go calls fields and their types, where the API has no name for them: {@code v1.Protocol} is a text like any other to it. */
final class GoNames {
    private static final String LIST = "[]";

    private GoNames() {}

    /** {@return what a field's own struct is called if it is inside of another one, with a dot, or nothing} */
    static String inside(FieldDef field) {
        String name = field.go().within();
        return name == null ? "" : name + ".";
    }

    /** {@return the name of the type of a field, or of an element of it} */
    static Optional<String> find(FieldDef field, Shape wanted) {
        String name = field.go().type();
        if (name == null || wanted.equals(field.shape())) {
            return Optional.ofNullable(name);
        }
        return name.startsWith(LIST) ? Optional.of(name.substring(LIST.length())) : Optional.empty();
    }
}
