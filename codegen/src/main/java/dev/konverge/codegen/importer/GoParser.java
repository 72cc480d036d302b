package dev.konverge.codegen.importer;

import dev.konverge.codegen.importer.GoLexer.Kind;
import dev.konverge.codegen.importer.GoLexer.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the type and constant declarations of one Go file and skips all else. Used once. */
final class GoParser {
    private static final Set<String> PREDECLARED = Set.of(
            "any",
            "bool",
            "byte",
            "complex64",
            "complex128",
            "error",
            "float32",
            "float64",
            "int",
            "int8",
            "int16",
            "int32",
            "int64",
            "rune",
            "string",
            "uint",
            "uint8",
            "uint16",
            "uint32",
            "uint64",
            "uintptr");

    private final String file;
    private final String packagePath;
    private final List<Token> tokens;
    private int at;
    private final Map<String, String> imports = new HashMap<>();
    private final List<GoType.Declaration> types = new ArrayList<>();
    private final List<GoType.Constant> constants = new ArrayList<>();

    /**
     * A parser of one file.
     *
     * @param packagePath the import path of the package that the file is part of
     */
    GoParser(String source, String file, String packagePath) {
        this.file = file;
        this.packagePath = packagePath;
        this.tokens = new GoLexer(source, file).tokens();
    }

    List<GoType.Declaration> types() {
        return types;
    }

    List<GoType.Constant> constants() {
        return constants;
    }

    GoParser parse() {
        while (peek().kind() != Kind.END) {
            Token token = next();
            // gofmt puts the declarations of a file, and nothing else that looks like one, into the first column.
            if (token.startsLine() && token.kind() == Kind.NAME) {
                switch (token.text()) {
                    case "import" -> oneOrGroup(token, this::importSpec);
                    case "type" -> oneOrGroup(token, this::typeSpec);
                    case "const" -> oneOrGroup(token, this::constSpec);
                    default -> {}
                }
            }
        }
        return this;
    }

    private interface Spec {
        void read(List<String> doc);
    }

    private void oneOrGroup(Token keyword, Spec spec) {
        if (!take("(")) {
            spec.read(keyword.doc());
            return;
        }
        while (!take(")")) {
            spec.read(peek().doc());
        }
    }

    private void importSpec(List<String> doc) {
        String alias = peek().kind() == Kind.STRING ? "" : next().text();
        String path = expect(Kind.STRING);
        imports.put(alias.isEmpty() ? path.substring(path.lastIndexOf('/') + 1) : alias, path);
    }

    private void typeSpec(List<String> doc) {
        String name = expect(Kind.NAME);
        if (peek().is("[") && isTypeParameters()) {
            skipBalanced("[", "]");
            type();
            return;
        }
        boolean alias = take("=");
        types.add(new GoType.Declaration(name, type(), alias, doc));
    }

    /** Tells {@code type X[T any] ...} from {@code type X []T} and {@code type X [4]T}. */
    private boolean isTypeParameters() {
        return tokens.get(at + 1).kind() == Kind.NAME && !tokens.get(at + 2).is("]");
    }

    /** Reads {@code Name Type = "value"}, {@code Name = Type("value")} and {@code Name Type = OtherName}. */
    private void constSpec(List<String> doc) {
        Token name = next();
        GoType.Named type = new GoType.Named("", "string");
        if (peek().kind() == Kind.NAME && peek().line() == name.line()) {
            type = named();
        }
        if (!take("=")) {
            skipLine(name.line());
            return;
        }
        Token value = next();
        boolean call = value.kind() == Kind.NAME && peek().is("(");
        if (call
                && tokens.get(at + 1).kind() == Kind.STRING
                && tokens.get(at + 2).is(")")) {
            type = resolve("", value.text());
            at++;
            value = next();
            at++;
        }
        boolean whole = peek().line() > value.line() || peek().is(")") || peek().is(";") || peek().kind() == Kind.END;
        if (whole && value.kind() == Kind.STRING) {
            constants.add(new GoType.Constant(name.text(), type, value.text(), false));
        } else if (whole && value.kind() == Kind.NAME && !value.text().equals("iota")) {
            constants.add(new GoType.Constant(name.text(), type, value.text(), true));
        } else {
            skipExpression(value.line());
        }
    }

    private void skipLine(int line) {
        while (peek().line() == line && !peek().is(")") && peek().kind() != Kind.END) {
            next();
        }
    }

    /** Skips the rest of a constant expression, which may hold parentheses and go on over lines inside them. */
    private void skipExpression(int line) {
        while (peek().line() == line && !peek().is(")") && peek().kind() != Kind.END) {
            if (peek().is("(")) {
                skipBalanced("(", ")");
                line = tokens.get(at - 1).line();
            } else {
                next();
            }
        }
    }

    private GoType type() {
        Token token = peek();
        if (take("*")) {
            return new GoType.Pointer(type());
        }
        if (token.is("[")) {
            skipBalanced("[", "]");
            return new GoType.Slice(type());
        }
        if (token.kind() != Kind.NAME) {
            throw error(token, "expected a type, found '" + token.text() + "'");
        }
        return switch (token.text()) {
            case "map" -> {
                next();
                skipBalanced("[", "]");
                yield new GoType.MapOf(type());
            }
            case "struct" -> struct();
            case "interface" -> {
                next();
                skipBalanced("{", "}");
                yield new GoType.Opaque();
            }
            case "func", "chan" -> {
                skipLineOutsideParentheses(token.line());
                yield new GoType.Opaque();
            }
            default -> named();
        };
    }

    private void skipLineOutsideParentheses(int line) {
        while (peek().line() == line && peek().kind() != Kind.END) {
            if (peek().is("(")) {
                skipBalanced("(", ")");
                line = tokens.get(at - 1).line();
            } else if (peek().is("{")) {
                skipBalanced("{", "}");
                line = tokens.get(at - 1).line();
            } else {
                next();
            }
        }
    }

    private GoType.Named named() {
        String first = expect(Kind.NAME);
        GoType.Named named = take(".") ? resolve(first, expect(Kind.NAME)) : resolve("", first);
        if (peek().is("[")) {
            skipBalanced("[", "]");
        }
        return named;
    }

    private GoType.Named resolve(String qualifier, String name) {
        if (qualifier.isEmpty()) {
            return new GoType.Named(PREDECLARED.contains(name) ? "" : packagePath, name);
        }
        return new GoType.Named(imports.getOrDefault(qualifier, qualifier), name);
    }

    private GoType.Struct struct() {
        next();
        List<GoType.Field> fields = new ArrayList<>();
        expectSign("{");
        while (!take("}")) {
            if (!take(";")) {
                field(fields);
            }
        }
        return new GoType.Struct(fields);
    }

    private void field(List<GoType.Field> fields) {
        Token first = peek();
        Token second = tokens.get(at + 1);
        boolean embedded = first.is("*")
                || second.line() > first.line()
                || second.is(".")
                || second.is("}")
                || second.kind() == Kind.STRING;
        List<String> names = new ArrayList<>();
        if (!embedded) {
            do {
                names.add(expect(Kind.NAME));
            } while (take(","));
        }
        GoType type = type();
        if (embedded) {
            names.add(embeddedName(type));
        }
        GoTag tag = peek().kind() == Kind.STRING ? GoTag.parse(next().text()) : GoTag.NONE;
        for (String name : names) {
            fields.add(new GoType.Field(name, type, embedded, tag, first.doc()));
        }
    }

    private static String embeddedName(GoType type) {
        return switch (type) {
            case GoType.Named(var path, String name) -> name;
            case GoType.Pointer(GoType target) -> embeddedName(target);
            default -> "";
        };
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token next() {
        Token token = tokens.get(at);
        if (token.kind() == Kind.END) {
            throw error(token, "the file ends inside a declaration");
        }
        at++;
        return token;
    }

    private boolean take(String sign) {
        if (peek().is(sign)) {
            at++;
            return true;
        }
        return false;
    }

    private String expect(Kind kind) {
        Token token = next();
        if (token.kind() != kind) {
            throw error(token, "did not expect '" + token.text() + "' here");
        }
        return token.text();
    }

    private void expectSign(String sign) {
        if (!take(sign)) {
            throw error(peek(), "expected '" + sign + "', found '" + peek().text() + "'");
        }
    }

    private void skipBalanced(String open, String close) {
        expectSign(open);
        for (int depth = 1; depth > 0; ) {
            Token token = next();
            if (token.is(open)) {
                depth++;
            } else if (token.is(close)) {
                depth--;
            }
        }
    }

    private ImportException error(Token token, String reason) {
        return new ImportException(file + ", line " + token.line() + ": " + reason + "; is this Go source?");
    }
}
