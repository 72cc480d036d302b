package dev.konverge.codegen.source;

import java.util.Locale;
import java.util.Set;

/**
 * The name of a Java type.
 *
 * @param packageName its package
 * @param simpleName its name in the package
 */
record JavaName(String packageName, String simpleName) {
    private static final Set<String> RESERVED = Set.of(
            "abstract",
            "assert",
            "boolean",
            "break",
            "byte",
            "case",
            "catch",
            "char",
            "class",
            "const",
            "continue",
            "default",
            "do",
            "double",
            "else",
            "enum",
            "extends",
            "final",
            "finally",
            "float",
            "for",
            "goto",
            "if",
            "implements",
            "import",
            "instanceof",
            "int",
            "interface",
            "long",
            "native",
            "new",
            "package",
            "private",
            "protected",
            "public",
            "return",
            "short",
            "static",
            "strictfp",
            "super",
            "switch",
            "synchronized",
            "this",
            "throw",
            "throws",
            "transient",
            "try",
            "void",
            "volatile",
            "while",
            "true",
            "false",
            "null",
            "_",
            // Methods that every object has, and those of a generated record.
            "clone",
            "finalize",
            "getClass",
            "hashCode",
            "notify",
            "notifyAll",
            "toString",
            "wait",
            "builder",
            "toBuilder",
            "with",
            "build");

    String qualified() {
        return packageName.isEmpty() ? simpleName : packageName + "." + simpleName;
    }

    /** {@return the identifier for a JSON field name: {@code $ref} is ref, {@code x-a-b} is xAB, {@code enum} is enum_} */
    static String identifier(String jsonName) {
        StringBuilder name = new StringBuilder();
        boolean upper = false;
        for (int i = 0; i < jsonName.length(); i++) {
            char c = jsonName.charAt(i);
            if (!Character.isJavaIdentifierPart(c) || c == '$') {
                upper = !name.isEmpty();
            } else {
                name.append(upper ? Character.toUpperCase(c) : c);
                upper = false;
            }
        }
        if (name.isEmpty() || !Character.isJavaIdentifierStart(name.charAt(0))) {
            name.insert(0, '_');
        }
        String identifier = decapitalized(name.toString());
        return RESERVED.contains(identifier) ? identifier + "_" : identifier;
    }

    private static String decapitalized(String name) {
        return name.length() > 1 && Character.isUpperCase(name.charAt(1))
                ? name
                : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    static String capitalized(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    /** {@return the constant's name for a value: {@code IfNotPresent} is IF_NOT_PRESENT} */
    static String constant(String value) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!Character.isLetterOrDigit(c)) {
                separate(name);
                continue;
            }
            boolean lowerBefore = i > 0 && Character.isLowerCase(value.charAt(i - 1));
            boolean lowerAfter = i + 1 < value.length() && Character.isLowerCase(value.charAt(i + 1));
            boolean upperBefore = i > 0 && Character.isUpperCase(value.charAt(i - 1));
            if (Character.isUpperCase(c) && (lowerBefore || (upperBefore && lowerAfter))) {
                separate(name);
            }
            name.append(Character.toUpperCase(c));
        }
        if (name.isEmpty()) {
            return "EMPTY";
        }
        return Character.isJavaIdentifierStart(name.charAt(0)) ? name.toString() : "_" + name;
    }

    private static void separate(StringBuilder name) {
        if (!name.isEmpty() && name.charAt(name.length() - 1) != '_') {
            name.append('_');
        }
    }
}
