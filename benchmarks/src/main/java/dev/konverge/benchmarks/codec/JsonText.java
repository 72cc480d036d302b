package dev.konverge.benchmarks.codec;

/** JSON as an API server writes it: no blanks, and {@code <}, {@code >} and {@code &} escaped as Go's encoder does. */
final class JsonText {
    private final StringBuilder text = new StringBuilder(12 * 1024);
    private boolean first = true;

    JsonText open(char bracket) {
        separate();
        text.append(bracket);
        first = true;
        return this;
    }

    JsonText close(char bracket) {
        text.append(bracket);
        first = false;
        return this;
    }

    /** Writes the name of a member; its value comes next. */
    JsonText key(String name) {
        separate();
        quote(name);
        text.append(':');
        first = true;
        return this;
    }

    JsonText string(String value) {
        separate();
        quote(value);
        return this;
    }

    JsonText number(long value) {
        separate();
        text.append(value);
        return this;
    }

    JsonText bool(boolean value) {
        separate();
        text.append(value);
        return this;
    }

    JsonText nothing() {
        separate();
        text.append("null");
        return this;
    }

    JsonText put(String name, String value) {
        return key(name).string(value);
    }

    JsonText put(String name, long value) {
        return key(name).number(value);
    }

    JsonText put(String name, boolean value) {
        return key(name).bool(value);
    }

    /** Writes an object with that name of string members: name, value, name, value … */
    JsonText object(String name, String... members) {
        key(name).open('{');
        for (int i = 0; i < members.length; i += 2) {
            put(members[i], members[i + 1]);
        }
        return close('}');
    }

    private void separate() {
        if (!first) {
            text.append(',');
        }
        first = false;
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '<' -> text.append("\\u003c");
                case '>' -> text.append("\\u003e");
                case '&' -> text.append("\\u0026");
                default -> text.append(c);
            }
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
