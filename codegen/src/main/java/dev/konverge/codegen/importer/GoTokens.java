package dev.konverge.codegen.importer;

import dev.konverge.codegen.importer.GoLexer.Kind;
import dev.konverge.codegen.importer.GoLexer.Token;
import java.util.List;

/** A place in the tokens of a Go file, moving on as they are taken. */
final class GoTokens {
    private final String file;
    private final List<Token> tokens;
    private int at;

    GoTokens(String source, String file) {
        this.file = file;
        this.tokens = new GoLexer(source, file).tokens();
    }

    boolean atEnd() {
        return peek().kind() == Kind.END;
    }

    Token peek() {
        return ahead(0);
    }

    /** {@return the token that many after the next one; the end, if there are not as many} */
    Token ahead(int count) {
        return tokens.get(Math.min(at + count, tokens.size() - 1));
    }

    /** {@return the line of the token taken last} */
    int lastLine() {
        return tokens.get(Math.max(0, at - 1)).line();
    }

    int position() {
        return at;
    }

    void backTo(int position) {
        at = position;
    }

    Token next() {
        Token token = peek();
        if (token.kind() == Kind.END) {
            throw error(token, "the file ends inside a declaration");
        }
        at++;
        return token;
    }

    /** Takes the next token if it is that sign or word. */
    boolean take(String sign) {
        boolean found = peek().is(sign);
        if (found) {
            at++;
        }
        return found;
    }

    String expect(Kind kind) {
        Token token = next();
        if (token.kind() != kind) {
            throw error(token, "did not expect '" + token.text() + "' here");
        }
        return token.text();
    }

    /** Skips from an opening sign, which must be next, past the one that closes it. */
    void skipBalanced(String open, String close) {
        if (!take(open)) {
            throw error(peek(), "expected '" + open + "', found '" + peek().text() + "'");
        }
        for (int depth = 1; depth > 0; ) {
            Token token = next();
            if (token.is(open)) {
                depth++;
            } else if (token.is(close)) {
                depth--;
            }
        }
    }

    /** Skips to the end of the line, of the declaration or of what surrounds it; brackets may hold further lines. */
    void skipRestOfLine() {
        int line = lastLine();
        while (!atEnd() && peek().line() == line && !peek().is(")") && !peek().is("}") && !peek().is(";")) {
            if (peek().is("(")) {
                skipBalanced("(", ")");
            } else if (peek().is("{")) {
                skipBalanced("{", "}");
            } else {
                next();
            }
            line = lastLine();
        }
    }

    ImportException error(Token token, String reason) {
        return new ImportException(file + ", line " + token.line() + ": " + reason + "; is this Go source?");
    }
}
