package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.Headers;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What a client is told beside the answer. Collected by the one thread that handles the request.
 */
public final class Warnings {
    private static final int MOST = 4096;
    private static final int EACH = 256;

    private final Set<String> texts = new LinkedHashSet<>();

    /** Adds a warning, unless it is there already, or is nothing that a header can hold. */
    public void add(String text) {
        if (!text.isEmpty() && text.codePoints().noneMatch(Character::isISOControl)) {
            texts.add(text);
        }
    }

    /** {@return the headers and one more for each warning, cut so that all together stay small} */
    public Headers addTo(Headers headers) {
        if (texts.isEmpty()) {
            return headers;
        }
        int total = texts.stream()
                .mapToInt(text -> text.codePointCount(0, text.length()))
                .sum();
        Headers all = headers;
        int used = 0;
        for (String text : texts) {
            String shown = total > MOST ? cut(text) : text;
            used += shown.codePointCount(0, shown.length());
            if (used > MOST) {
                break;
            }
            all = all.with("Warning", "299 - " + quoted(shown));
        }
        return all;
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= EACH
                ? text
                : text.substring(0, text.offsetByCodePoints(0, EACH));
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\');
            }
            out.appendCodePoint(c);
        });
        return out.append('"').toString();
    }
}
