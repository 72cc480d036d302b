package dev.konverge.codegen.importer;

import dev.konverge.codegen.importer.GoLexer.Kind;
import dev.konverge.codegen.importer.GoLexer.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Reads the type and constant declarations of one Go file and skips all else. Used once. */
final class GoParser {
    private static final Set<String> PREDECLARED = Set.of(("any bool byte complex64 complex128 error float32 float64 "
                    + "int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr")
            .split(" "));
    private static final GoType.Named STRING = new GoType.Named("", "string");

    private final String packagePath;
    private final GoTokens tokens;
    private final Map<String, String> imports = new HashMap<>();
    private final List<GoType.Declaration> types = new ArrayList<>();
    private final List<GoType.Constant> constants = new ArrayList<>();

    /**
     * A parser of one file.
     *
     * @param file what the file is called in messages
     * @param packagePath the import path of the package that the file is part of
     */
    GoParser(String source, String file, String packagePath) {
        this.packagePath = packagePath;
        this.tokens = new GoTokens(source, file);
    }

    List<GoType.Declaration> types() {
        return types;
    }

    List<GoType.Constant> constants() {
        return constants;
    }

    GoParser parse() {
        while (!tokens.atEnd()) {
            Token token = tokens.next();
            // gofmt puts the declarations of a file, and nothing else that looks like one, into the first column.
            if (token.startsLine() && token.kind() == Kind.NAME) {
                switch (token.text()) {
                    case "import" -> oneOrGroup(token, doc -> importSpec());
                    case "type" -> oneOrGroup(token, this::typeSpec);
                    case "const" -> oneOrGroup(token, doc -> constSpec());
                    default -> {}
                }
            }
        }
        return this;
    }

    /** Reads one declaration or, in parentheses, many; each is given the comment above it. */
    private void oneOrGroup(Token keyword, Consumer<List<String>> spec) {
        if (!tokens.take("(")) {
            spec.accept(keyword.doc());
            return;
        }
        while (!tokens.take(")")) {
            spec.accept(tokens.peek().doc());
        }
    }

    private void importSpec() {
        String alias = tokens.peek().kind() == Kind.STRING ? "" : tokens.next().text();
        String path = tokens.expect(Kind.STRING);
        imports.put(alias.isEmpty() ? path.substring(path.lastIndexOf('/') + 1) : alias, path);
    }

    private void typeSpec(List<String> doc) {
        String name = tokens.expect(Kind.NAME);
        if (isTypeParameters()) {
            // No type that is sent has parameters.
            tokens.skipBalanced("[", "]");
            type();
            return;
        }
        boolean alias = tokens.take("=");
        types.add(new GoType.Declaration(name, type(), alias, doc));
    }

    /** Tells {@code type X[T any] ...} from {@code type X []T} and {@code type X [size]T}. */
    private boolean isTypeParameters() {
        return tokens.peek().is("[")
                && tokens.ahead(1).kind() == Kind.NAME
                && !tokens.ahead(2).is("]");
    }

    /** Reads {@code Name Type = value} and {@code Name = Type(value)}, the value a string or another name. */
    private void constSpec() {
        Token name = tokens.next();
        boolean typed = tokens.peek().kind() == Kind.NAME && tokens.peek().line() == name.line();
        GoType.Named type = typed ? named() : STRING;
        if (!tokens.take("=")) {
            tokens.skipRestOfLine();
            return;
        }
        int start = tokens.position();
        boolean conversion = isConversion();
        if (conversion) {
            type = named();
            tokens.next();
        }
        GoType.Value value = value();
        if ((conversion && !tokens.take(")")) || !isEndOfSpec()) {
            tokens.backTo(start);
            tokens.skipRestOfLine();
            value = new GoType.Value.Other();
        }
        constants.add(new GoType.Constant(name.text(), type, value));
    }

    private boolean isConversion() {
        int behindName = tokens.ahead(1).is(".") ? 3 : 1;
        return tokens.peek().kind() == Kind.NAME && tokens.ahead(behindName).is("(");
    }

    private GoType.Value value() {
        return switch (tokens.peek().kind()) {
            case STRING -> new GoType.Value.Text(tokens.next().text());
            case NAME -> new GoType.Value.SameAs(named());
            default -> new GoType.Value.Other();
        };
    }

    private boolean isEndOfSpec() {
        Token next = tokens.peek();
        return tokens.atEnd() || next.is(")") || next.is(";") || next.line() > tokens.lastLine();
    }

    private GoType type() {
        Token token = tokens.peek();
        if (tokens.take("*")) {
            return new GoType.Pointer(type());
        }
        if (token.is("[")) {
            tokens.skipBalanced("[", "]");
            return new GoType.Slice(type());
        }
        if (token.is("<") || token.is("chan")) {
            return channel();
        }
        if (token.kind() != Kind.NAME) {
            throw tokens.error(token, "expected a type, found '" + token.text() + "'");
        }
        return switch (token.text()) {
            case "map" -> map();
            case "struct" -> struct();
            case "interface" -> anInterface();
            case "func" -> function();
            default -> named();
        };
    }

    private GoType.MapOf map() {
        tokens.next();
        tokens.skipBalanced("[", "]");
        return new GoType.MapOf(type());
    }

    private GoType.Opaque anInterface() {
        tokens.next();
        tokens.skipBalanced("{", "}");
        return new GoType.Opaque();
    }

    private GoType.Opaque function() {
        tokens.next();
        tokens.skipBalanced("(", ")");
        Token result = tokens.peek();
        if (result.line() == tokens.lastLine()) {
            if (result.is("(")) {
                tokens.skipBalanced("(", ")");
            } else if (result.kind() == Kind.NAME || result.is("*") || result.is("[") || result.is("<")) {
                type();
            }
        }
        return new GoType.Opaque();
    }

    /** Reads {@code chan T}, {@code chan<- T} and {@code <-chan T}. */
    private GoType.Opaque channel() {
        while (tokens.take("<") || tokens.take("-") || tokens.take("chan")) {}
        type();
        return new GoType.Opaque();
    }

    private GoType.Named named() {
        String first = tokens.expect(Kind.NAME);
        String second = tokens.take(".") ? tokens.expect(Kind.NAME) : "";
        if (tokens.peek().is("[") && tokens.peek().line() == tokens.lastLine()) {
            tokens.skipBalanced("[", "]");
        }
        if (second.isEmpty()) {
            return new GoType.Named(PREDECLARED.contains(first) ? "" : packagePath, first);
        }
        return new GoType.Named(imports.getOrDefault(first, first), second);
    }

    private GoType.Struct struct() {
        tokens.next();
        if (!tokens.take("{")) {
            throw tokens.error(tokens.peek(), "expected '{' after struct");
        }
        List<GoType.Field> fields = new ArrayList<>();
        while (!tokens.take("}")) {
            if (!tokens.take(";")) {
                field(fields);
            }
        }
        return new GoType.Struct(fields);
    }

    private void field(List<GoType.Field> fields) {
        Token first = tokens.peek();
        boolean embedded = isEmbedded(first, tokens.ahead(1));
        List<String> names = new ArrayList<>();
        if (!embedded) {
            do {
                names.add(tokens.expect(Kind.NAME));
            } while (tokens.take(","));
        }
        GoType type = type();
        if (embedded) {
            names.add(embeddedName(type, first));
        }
        GoTag tag =
                tokens.peek().kind() == Kind.STRING ? GoTag.parse(tokens.next().text()) : GoTag.NONE;
        for (String name : names) {
            fields.add(new GoType.Field(name, type, embedded, tag, first.doc()));
        }
    }

    private static boolean isEmbedded(Token first, Token second) {
        return first.is("*")
                || second.line() > first.line()
                || second.is(".")
                || second.is("}")
                || second.kind() == Kind.STRING;
    }

    private String embeddedName(GoType type, Token first) {
        return switch (type) {
            case GoType.Named(var path, String name) -> name;
            case GoType.Pointer(GoType target) -> embeddedName(target, first);
            default -> throw tokens.error(first, "a field needs a name");
        };
    }
}
