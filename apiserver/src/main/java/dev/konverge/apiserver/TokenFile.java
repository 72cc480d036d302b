package dev.konverge.apiserver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bearer tokens in the form of Kubernetes' {@code --token-auth-file}: a line each of token, user, uid and, if there are any, groups,
 * separated by commas. Several groups are one field in double quotes.
 */
public final class TokenFile {
    private TokenFile() {}

    /**
     * {@return the tokens in a text, and whose they are}; of a token that is there twice, the last line counts
     *
     * @throws IllegalArgumentException if a line has fewer than three fields or a quote that is not closed
     */
    public static Map<String, User> parse(String text) {
        Map<String, User> tokens = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (!line.isBlank()) {
                List<String> fields = fields(line, number);
                if (fields.size() < 3) {
                    throw new IllegalArgumentException("line " + number + " of the tokens has " + fields.size()
                            + " fields; it must have at least three: token, user, uid");
                }
                if (!fields.get(0).isEmpty()) {
                    tokens.put(fields.get(0), user(fields));
                }
            }
        }
        return tokens;
    }

    private static User user(List<String> fields) {
        List<String> groups = new ArrayList<>();
        if (fields.size() > 3 && !fields.get(3).isEmpty()) {
            groups.addAll(List.of(fields.get(3).split(",", -1)));
        }
        groups.add("system:authenticated");
        return new User(fields.get(1), fields.get(2), groups, Map.of());
    }

    private static List<String> fields(String line, int number) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("line " + number + " of the tokens has a quote that is not closed");
        }
        fields.add(field.toString());
        return fields;
    }
}
