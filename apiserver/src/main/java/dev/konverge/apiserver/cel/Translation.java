package dev.konverge.apiserver.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns what the compiler made of an expression into what is evaluated. */
final class Translation {
    private static final Set<String> TYPES = Set.of(
            "bool",
            "bytes",
            "double",
            "int",
            "list",
            "map",
            "null_type",
            "string",
            "type",
            "uint",
            "dyn",
            "google.protobuf.Timestamp",
            "google.protobuf.Duration",
            "optional_type");

    private static final Set<String> CONVERSIONS =
            Set.of("bool", "bytes", "double", "duration", "int", "string", "timestamp", "uint");
    private static final Set<String> REGEXES = Set.of("matches", "find", "findAll");

    private final CelAbstractSyntaxTree tree;

    Translation(CelAbstractSyntaxTree tree) {
        this.tree = tree;
    }

    /**
     * {@return the expression}
     *
     * @throws CelFailure if a part of it that is known already fails
     */
    Node node() {
        return node(tree.getExpr());
    }

    private Node node(CelExpr expr) {
        return switch (expr.getKind()) {
            case CONSTANT -> new Node.Constant(constant(expr.constant()));
            case IDENT -> name(named(expr).orElse(expr.ident().name()));
            case SELECT -> select(expr);
            case CALL -> call(expr.call());
            case LIST ->
                new Node.ListOf(
                        nodes(expr.list().elements()), new HashSet<>(expr.list().optionalIndices()));
            case MAP ->
                new Node.MapOf(expr.map().entries().stream()
                        .map(entry -> new Node.Entry(node(entry.key()), node(entry.value()), entry.optionalEntry()))
                        .toList());
            case COMPREHENSION -> loop(expr.comprehension());
            default -> throw new IllegalArgumentException("an expression of kind " + expr.getKind() + " has no value");
        };
    }

    private static Node name(String name) {
        return TYPES.contains(name) ? new Node.Constant(new TypeName(name)) : new Node.Variable(name);
    }

    /** {@return the name of what an expression refers to as a whole, if it does} */
    private Optional<String> named(CelExpr expr) {
        return tree.getReference(expr.id()).map(CelReference::name).filter(name -> !name.isEmpty());
    }

    private List<Node> nodes(List<CelExpr> exprs) {
        return exprs.stream().map(this::node).toList();
    }

    private Node select(CelExpr expr) {
        Optional<String> whole = named(expr);
        if (whole.isPresent()) {
            return name(whole.get());
        }
        Node operand = node(expr.select().operand());
        String field = expr.select().field();
        return expr.select().testOnly() ? new Node.Has(operand, field) : new Node.Select(operand, field);
    }

    private Node call(CelExpr.CelCall call) {
        List<Node> arguments = new ArrayList<>();
        call.target().ifPresent(target -> arguments.add(node(target)));
        arguments.addAll(nodes(call.args()));
        return switch (call.function()) {
            case "_&&_" -> new Node.And(arguments.get(0), arguments.get(1));
            case "_||_" -> new Node.Or(arguments.get(0), arguments.get(1));
            case "_?_:_" -> new Node.Conditional(arguments.get(0), arguments.get(1), arguments.get(2));
            case "_[_]" -> new Node.Index(arguments.get(0), arguments.get(1), false);
            case "_[?_]" -> new Node.Index(arguments.get(0), arguments.get(1), true);
            case "_?._" -> new Node.MaybeSelect(arguments.get(0), arguments.get(1));
            default -> {
                Operation operation = Functions.find(call.function());
                if (operation == null) {
                    throw new IllegalArgumentException("there is no function " + call.function());
                }
                yield folded(new Node.Call(call.function(), operation, arguments));
            }
        };
    }

    /** Does beforehand what cannot come out differently: conversions of what was written down. */
    private static Node folded(Node.Call call) {
        if (CONVERSIONS.contains(call.name()) && call.arguments().get(0) instanceof Node.Constant constant) {
            return new Node.Constant(call.operation().apply(List.of(constant.value())));
        }
        boolean regex = REGEXES.contains(call.name()) && call.arguments().size() > 1;
        if (regex
                && call.arguments().get(1) instanceof Node.Constant constant
                && constant.value() instanceof String pattern) {
            Standard.pattern(pattern);
        }
        return call;
    }

    private Node loop(CelExpr.CelComprehension loop) {
        return new Node.Loop(
                loop.iterVar(),
                loop.iterVar2(),
                node(loop.iterRange()),
                loop.accuVar(),
                node(loop.accuInit()),
                node(loop.loopCondition()),
                node(loop.loopStep()),
                node(loop.result()));
    }

    static Object constant(CelConstant constant) {
        return switch (constant.getKind()) {
            case NULL_VALUE -> Nothing.NULL;
            case BOOLEAN_VALUE -> constant.booleanValue();
            case INT64_VALUE -> constant.int64Value();
            case UINT64_VALUE -> new Uint(constant.uint64Value().longValue());
            case DOUBLE_VALUE -> constant.doubleValue();
            case STRING_VALUE -> constant.stringValue();
            case BYTES_VALUE -> new Bytes(constant.bytesValue().toByteArray());
            default -> throw new IllegalArgumentException("a constant of kind " + constant.getKind());
        };
    }
}
