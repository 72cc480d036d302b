package dev.konverge.codegen.source;

/** Java source text that keeps its own indentation. */
final class Source {
    private final StringBuilder text = new StringBuilder();
    private int depth;

    /** Adds a line. */
    Source line(String line) {
        text.repeat("    ", line.isEmpty() ? 0 : depth).append(line).append('\n');
        return this;
    }

    /** Adds an empty line. */
    Source blank() {
        return line("");
    }

    /** Adds a line that opens a block. */
    Source open(String line) {
        line(line + " {");
        depth++;
        return this;
    }

    /** Steps out of the block opened last without closing it: the next line does. */
    Source outdent() {
        depth--;
        return this;
    }

    /** Closes the block opened last. */
    Source close() {
        return close("");
    }

    /** Closes the block opened last and goes on in the same line. */
    Source close(String rest) {
        depth--;
        return line("}" + rest);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
