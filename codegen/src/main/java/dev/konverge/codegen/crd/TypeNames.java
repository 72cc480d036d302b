package dev.konverge.codegen.crd;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Gives out the names of the Java types of one package, each once. */
final class TypeNames {
    /** Names that mean something else inside a generated file. */
    private static final Set<String> TAKEN = Set.of(
            "AssertionError",
            "Boolean",
            "Builder",
            "Codec",
            "Consumer",
            "Describe",
            "Double",
            "FieldNames",
            "Forms",
            "Frozen",
            "Instant",
            "IntOrString",
            "Integer",
            "JsonReader",
            "JsonWriter",
            "List",
            "Long",
            "Map",
            "Nullable",
            "Object",
            "ObjectMeta",
            "Override",
            "Quantity",
            "RawJson",
            "Record",
            "Resource",
            "ResourceType",
            "Scalars",
            "String");

    /** The longest name that leaves room for a number, for what is inside and beside the type, and for the ending of a file. */
    private static final int LONGEST = 180;

    private final Set<String> used = new HashSet<>();

    /** {@return the name of a kind's type} Kinds choose before parts of kinds do. */
    String kind(String kind) {
        return unique(TAKEN.contains(kind) ? kind + "Resource" : kind);
    }

    static boolean isTaken(String name) {
        return TAKEN.contains(name);
    }

    /** {@return the name of the type of a part} */
    String part(String owner, String field) {
        String name = owner + capitalized(field);
        return unique(name.length() <= LONGEST ? name : name.substring(0, LONGEST));
    }

    private String unique(String wanted) {
        String name = wanted;
        for (int i = 2; !used.add(name.toLowerCase(Locale.ROOT)) || !used.add(codec(name)); i++) {
            name = wanted + i;
        }
        return name;
    }

    /** Files of names that differ only in case are the same file on some systems, and codecs are files too. */
    private static String codec(String name) {
        return name.toLowerCase(Locale.ROOT) + "codec";
    }

    /** {@return the field's name as a part of a type's: {@code x-my_field} is XMyField} */
    static String capitalized(String field) {
        StringBuilder name = new StringBuilder();
        boolean upper = true;
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (Character.isLetterOrDigit(c)) {
                name.append(upper ? Character.toUpperCase(c) : c);
                upper = false;
            } else {
                upper = true;
            }
        }
        return name.isEmpty() ? "Field" : name.toString();
    }
}
