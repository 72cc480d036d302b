package dev.konverge.codegen.importer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The messages of a {@code generated.proto}.
 *
 * @param packageName the protobuf package
 * @param messages the messages by their names
 */
record ProtoFile(String packageName, Map<String, Message> messages) {
    /**
     * A message.
     *
     * @param name its full name, package included
     * @param fields its fields by number
     */
    record Message(String name, Map<Integer, Field> fields) {}

    /**
     * A field of a message.
     *
     * @param label {@code optional}, {@code repeated} or {@code map}
     * @param type a scalar type or the full name of a message; for a map, that of its values
     */
    record Field(int number, String name, Label label, String type) {}

    /** How often a field occurs. */
    enum Label {
        SINGLE,
        REPEATED,
        MAP
    }

    // What Kubernetes' generator writes, and nothing more of the language: any other line is refused.
    private static final Pattern LINE = Pattern.compile("(?<package>package (?<packageName>[\\w.]+);)"
            + "|(?<message>message (?<messageName>\\w+) \\{)"
            + "|(?<field>(?<label>optional |repeated |required )?"
            + "(?<type>map<string, (?<value>[\\w.]+)>|[\\w.]+) (?<name>\\w+) = (?<number>\\d+);)"
            + "|(?<end>})"
            + "|(?<ignored>syntax .*;|import .*;|option .*;|reserved .*;)");

    private static final Pattern SCALAR = Pattern.compile("double|float|u?int(32|64)|bool|string|bytes");

    /**
     * {@return what {@code text} declares}
     *
     * @param file what the file is called in messages
     */
    static ProtoFile parse(String text, String file) {
        String packageName = "";
        Map<String, Message> messages = new LinkedHashMap<>();
        Map<Integer, Field> fields = Map.of();
        int number = 0;
        for (String line : withoutComments(text).split("\n", -1)) {
            number++;
            Matcher matcher = LINE.matcher(line.strip());
            if (line.isBlank()) {
                continue;
            }
            if (!matcher.matches()) {
                throw new ImportException(file + ", line " + number + ": '" + line.strip()
                        + "' is not among what Kubernetes' protobuf generator writes");
            }
            if (matcher.group("package") != null) {
                packageName = matcher.group("packageName");
            } else if (matcher.group("message") != null) {
                fields = new TreeMap<>();
                String name = matcher.group("messageName");
                messages.put(name, new Message(packageName + "." + name, fields));
            } else if (matcher.group("field") != null) {
                Field field = field(matcher, packageName);
                if (fields.put(field.number(), field) != null) {
                    throw new ImportException(
                            file + ", line " + number + ": number " + field.number() + " is used twice");
                }
            }
        }
        return new ProtoFile(packageName, messages);
    }

    private static Field field(Matcher matcher, String packageName) {
        boolean map = matcher.group("value") != null;
        String type = map ? matcher.group("value") : matcher.group("type");
        String fullType;
        if (SCALAR.matcher(type).matches()) {
            fullType = type;
        } else {
            fullType = type.startsWith(".") ? type.substring(1) : packageName + "." + type;
        }
        Label label = map ? Label.MAP : "repeated ".equals(matcher.group("label")) ? Label.REPEATED : Label.SINGLE;
        return new Field(Integer.parseInt(matcher.group("number")), matcher.group("name"), label, fullType);
    }

    /** Keeps line breaks, so that line numbers stay right. */
    private static String withoutComments(String text) {
        StringBuilder out = new StringBuilder(text);
        Matcher comment = Pattern.compile("//[^\n]*|/\\*[\\s\\S]*?\\*/").matcher(text);
        while (comment.find()) {
            for (int i = comment.start(); i < comment.end(); i++) {
                if (out.charAt(i) != '\n') {
                    out.setCharAt(i, ' ');
                }
            }
        }
        return out.toString();
    }
}
