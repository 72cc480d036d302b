package dev.konverge.codegen.source;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the author of a definition says about its types and their fields, for the documentation of what is generated. */
public final class Descriptions {
    private final Map<String, String> texts = new HashMap<>();

    /** Nothing said yet. */
    public Descriptions() {}

    /** Takes down what is said about a type; a blank text says nothing. */
    public void ofType(String type, String text) {
        put(type, text);
    }

    /** Takes down what is said about a field of a type; a blank text says nothing. */
    public void ofField(String type, String field, String text) {
        put(type + '#' + field, text);
    }

    private void put(String what, String text) {
        if (!text.isBlank()) {
            texts.put(what, text);
        }
    }

    Optional<String> findType(String type) {
        return Optional.ofNullable(texts.get(type)).map(Descriptions::comment);
    }

    Optional<String> findField(String type, String field) {
        return Optional.ofNullable(texts.get(type + '#' + field)).map(Descriptions::comment);
    }

    /** {@return a text as a comment can hold it: nothing in it is a tag, ends the comment, or is read before comments are} */
    private static String comment(String text) {
        StringBuilder comment = new StringBuilder();
        String line = text.strip().replaceAll("\\s+", " ");
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            switch (c) {
                case '&' -> comment.append("&amp;");
                case '<' -> comment.append("&lt;");
                case '>' -> comment.append("&gt;");
                case '@' -> comment.append("&#64;");
                case '\\' -> comment.append("&#92;");
                case '*' -> comment.append("&#42;");
                default -> comment.append(Character.isISOControl(c) ? ' ' : c);
            }
        }
        return comment.toString();
    }
}
