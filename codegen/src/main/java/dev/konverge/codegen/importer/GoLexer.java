package dev.konverge.codegen.importer;

import java.util.ArrayList;
import java.util.List;

/** Cuts Go source text into tokens, with the comment that stands right above each. */
final class GoLexer {
    enum Kind {
        NAME,
        /** The value of a string literal, quotes and escapes resolved. */
        STRING,
        /** A number or a character literal, as spelled. */
        LITERAL,
        /** One character of punctuation. */
        SIGN,
        END
    }

    /**
     * A token.
     *
     * @param line its line, from 1
     * @param startsLine whether it stands in the first column, where only declarations of the file begin
     * @param doc the lines of the comment that ends on the line before
     */
    record Token(Kind kind, String text, int line, boolean startsLine, List<String> doc) {
        boolean is(String sign) {
            return kind != Kind.STRING && text.equals(sign);
        }
    }

    private final String source;
    private final String file;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;
    /** Where the token that is being read starts: a raw string may go on over lines. */
    private int tokenLine;

    private boolean tokenStartsLine;
    private List<String> comment = new ArrayList<>();
    /** The line on which the last comment of {@link #comment} ends. */
    private int commentLine = -1;

    GoLexer(String source, String file) {
        this.source = source;
        this.file = file;
    }

    List<Token> tokens() {
        while (skipSpaceAndComments()) {
            char c = source.charAt(at);
            if (c == '"') {
                add(Kind.STRING, quoted());
            } else if (c == '`') {
                add(Kind.STRING, raw());
            } else if (c == '\'') {
                add(Kind.LITERAL, character());
            } else if (Character.isLetter(c) || c == '_') {
                add(Kind.NAME, name());
            } else if (Character.isDigit(c)) {
                add(Kind.LITERAL, name());
            } else {
                at++;
                add(Kind.SIGN, String.valueOf(c));
            }
        }
        add(Kind.END, "");
        return tokens;
    }

    private void add(Kind kind, String text) {
        List<String> doc = commentLine == tokenLine - 1 ? List.copyOf(comment) : List.of();
        tokens.add(new Token(kind, text, tokenLine, tokenStartsLine, doc));
        comment = new ArrayList<>();
        commentLine = -1;
    }

    /** Moves to the next token; false if there is none. */
    private boolean skipSpaceAndComments() {
        while (at < source.length()) {
            char c = source.charAt(at);
            if (c == '\n') {
                newLine();
            } else if (c <= ' ') {
                at++;
            } else if (source.startsWith("//", at)) {
                lineComment();
            } else if (source.startsWith("/*", at)) {
                blockComment();
            } else {
                tokenLine = line;
                tokenStartsLine = at == lineStart;
                return true;
            }
        }
        tokenLine = line;
        return false;
    }

    private void newLine() {
        at++;
        line++;
        lineStart = at;
    }

    private void lineComment() {
        int end = source.indexOf('\n', at);
        end = end < 0 ? source.length() : end;
        boolean behindCode = !tokens.isEmpty() && tokens.get(tokens.size() - 1).line() == line;
        if (!behindCode) {
            if (commentLine != line - 1) {
                comment = new ArrayList<>();
            }
            comment.add(source.substring(at + 2, end).strip());
            commentLine = line;
        }
        at = end;
    }

    private void blockComment() {
        int end = source.indexOf("*/", at + 2);
        if (end < 0) {
            throw error("comment is not closed");
        }
        skipTo(end + 2);
    }

    private void skipTo(int end) {
        while (at < end) {
            if (source.charAt(at) == '\n') {
                newLine();
            } else {
                at++;
            }
        }
    }

    private String name() {
        int start = at;
        while (at < source.length() && (Character.isLetterOrDigit(source.charAt(at)) || source.charAt(at) == '_')) {
            at++;
        }
        return source.substring(start, at);
    }

    private String raw() {
        int end = source.indexOf('`', at + 1);
        if (end < 0) {
            throw error("raw string is not closed");
        }
        String text = source.substring(at + 1, end);
        skipTo(end + 1);
        return text;
    }

    private String quoted() {
        StringBuilder text = new StringBuilder();
        for (at++; at < source.length() && source.charAt(at) != '\n'; at++) {
            char c = source.charAt(at);
            if (c == '"') {
                at++;
                return text.toString();
            }
            // The escapes of Go that occur in constants; any other stays as it is spelled.
            if (c == '\\' && at + 1 < source.length()) {
                char escaped = source.charAt(++at);
                switch (escaped) {
                    case '"', '\\' -> text.append(escaped);
                    case 'n' -> text.append('\n');
                    case 't' -> text.append('\t');
                    default -> text.append(c).append(escaped);
                }
            } else {
                text.append(c);
            }
        }
        throw error("string is not closed");
    }

    private String character() {
        int start = at;
        for (at++; at < source.length() && source.charAt(at) != '\''; at++) {
            if (source.charAt(at) == '\\') {
                at++;
            }
        }
        at = Math.min(at + 1, source.length());
        return source.substring(start, at);
    }

    private ImportException error(String reason) {
        return new ImportException(file + ", line " + line + ": " + reason + "; is this Go source?");
    }
}
