package dev.konverge.apiserver.cel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Functions of texts. Places in a text are counted in code points. */
final class Strings {
    private Strings() {}

    static final Map<String, Operation> ALL = Map.ofEntries(
            Map.entry("charAt", a -> charAt(Operation.text(a, 0), Operation.whole(a, 1))),
            Map.entry("lowerAscii", a -> mapped(Operation.text(a, 0), 'A', 'Z', 'a' - 'A')),
            Map.entry("upperAscii", a -> mapped(Operation.text(a, 0), 'a', 'z', 'A' - 'a')),
            Map.entry("trim", a -> trimmed(Operation.text(a, 0))),
            Map.entry("replace", Strings::replaced),
            Map.entry("split", Strings::split),
            Map.entry("join", Strings::joined),
            Map.entry("substring", Strings::substring),
            Map.entry("strings.quote", a -> Quoting.quoted(Operation.text(a, 0))),
            Map.entry("format", a -> Formatting.formatted(Operation.text(a, 0), Operation.list(a, 1))),
            Map.entry("find", Strings::find),
            Map.entry("findAll", Strings::findAll));

    private static int count(String text) {
        return text.codePointCount(0, text.length());
    }

    private static CelFailure outOfRange(long place) {
        return new CelFailure("index out of range: " + place);
    }

    private static String charAt(String text, long place) {
        int length = count(text);
        if (place < 0 || place > length) {
            throw outOfRange(place);
        }
        return place == length ? "" : Character.toString(text.codePointAt(text.offsetByCodePoints(0, (int) place)));
    }

    private static String mapped(String text, char first, char last, int distance) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            out.append(c >= first && c <= last ? (char) (c + distance) : c);
        }
        return out.toString();
    }

    private static String trimmed(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isSpace(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85;
    }

    private static String replaced(List<Object> a) {
        String text = Operation.text(a, 0);
        String old = Operation.text(a, 1);
        String next = Operation.text(a, 2);
        long most = a.size() > 3 ? Operation.whole(a, 3) : -1;
        if (most < 0) {
            most = Long.MAX_VALUE;
        }
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (long done = 0; done < most; done++) {
            int place = text.indexOf(old, from);
            if (place < 0) {
                break;
            }
            out.append(text, from, place).append(next);
            from = place + old.length();
            if (old.isEmpty()) {
                if (from >= text.length()) {
                    break;
                }
                int end = text.offsetByCodePoints(from, 1);
                out.append(text, from, end);
                from = end;
            }
        }
        return out.append(text.substring(Math.min(from, text.length()))).toString();
    }

    private static List<Object> split(List<Object> a) {
        String text = Operation.text(a, 0);
        String separator = Operation.text(a, 1);
        long most = a.size() > 2 ? Operation.whole(a, 2) : -1;
        List<Object> parts = new ArrayList<>();
        if (most == 0) {
            return parts;
        }
        int from = 0;
        while (most < 0 || parts.size() < most - 1) {
            int place = separator.isEmpty()
                    ? from < text.length() ? text.offsetByCodePoints(from, 1) : -1
                    : text.indexOf(separator, from);
            if (place < 0 || (separator.isEmpty() && place >= text.length())) {
                break;
            }
            parts.add(text.substring(from, place));
            from = place + separator.length();
        }
        if (!separator.isEmpty() || from < text.length()) {
            parts.add(text.substring(from));
        }
        return parts;
    }

    private static String joined(List<Object> a) {
        String separator = a.size() > 1 ? Operation.text(a, 1) : "";
        List<String> parts = new ArrayList<>();
        Operation.list(a, 0).forEach(part -> parts.add(Operation.as(String.class, part)));
        return String.join(separator, parts);
    }

    private static String substring(List<Object> a) {
        String text = Operation.text(a, 0);
        long start = Operation.whole(a, 1);
        int length = count(text);
        long end = a.size() > 2 ? Operation.whole(a, 2) : length;
        if (a.size() > 2 && start > end) {
            throw new CelFailure("invalid substring range. start: " + start + ", end: " + end);
        }
        if (start < 0 || start > length) {
            throw outOfRange(start);
        }
        if (end < 0 || end > length) {
            throw outOfRange(end);
        }
        int from = text.offsetByCodePoints(0, (int) start);
        return text.substring(from, text.offsetByCodePoints(from, (int) (end - start)));
    }

    /** {@return where a text begins in another one, from a place on} */
    static long indexOf(List<Object> a) {
        String text = Operation.text(a, 0);
        String part = Operation.text(a, 1);
        long from = a.size() > 2 ? Operation.whole(a, 2) : 0;
        if (part.isEmpty()) {
            return from;
        }
        if (from < 0) {
            throw outOfRange(from);
        }
        if (from >= count(text)) {
            return -1;
        }
        int place = text.indexOf(part, text.offsetByCodePoints(0, (int) from));
        return place < 0 ? -1 : text.codePointCount(0, place);
    }

    /** {@return where a text begins in another one, from a place on backwards} */
    static long lastIndexOf(List<Object> a) {
        String text = Operation.text(a, 0);
        String part = Operation.text(a, 1);
        int length = count(text);
        if (part.isEmpty()) {
            return a.size() > 2 ? Operation.whole(a, 2) : length;
        }
        long from = a.size() > 2 ? Operation.whole(a, 2) : length;
        if (from < 0) {
            throw outOfRange(from);
        }
        if (from > length || (a.size() > 2 && from == length)) {
            return -1;
        }
        int place = text.lastIndexOf(part, text.offsetByCodePoints(0, (int) from));
        return place < 0 ? -1 : text.codePointCount(0, place);
    }

    private static String find(List<Object> a) {
        var matcher = Standard.pattern(Operation.text(a, 1)).matcher(Operation.text(a, 0));
        return matcher.find() ? matcher.group() : "";
    }

    private static List<Object> findAll(List<Object> a) {
        var matcher = Standard.pattern(Operation.text(a, 1)).matcher(Operation.text(a, 0));
        long most = a.size() > 2 ? Operation.whole(a, 2) : -1;
        List<Object> found = new ArrayList<>();
        while ((most < 0 || found.size() < most) && matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }
}
