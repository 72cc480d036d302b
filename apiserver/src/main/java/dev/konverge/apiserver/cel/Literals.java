package dev.konverge.apiserver.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSource;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.navigation.TraversalOrder;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypes;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks what is written down in an expression of which it is plain what it must be: durations, timestamps, regular expressions,
 * formats, and that lists and maps are of one type each.
 */
final class Literals {
    private static final Set<String> MIXING = Set.of("format");

    private final CelAbstractSyntaxTree tree;
    private final List<CelIssue> issues = new ArrayList<>();

    private Literals(CelAbstractSyntaxTree tree) {
        this.tree = tree;
    }

    /** {@return what is wrong, or nothing} */
    static String complaint(CelAbstractSyntaxTree tree) {
        Literals run = new Literals(tree);
        List<CelNavigableExpr> nodes = CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes(TraversalOrder.PRE_ORDER)
                .toList();
        nodes.forEach(run::call);
        nodes.forEach(run::aggregate);
        return run.issues.stream()
                .map(issue -> issue.toDisplayString(tree.getSource()))
                .collect(Collectors.joining("\n"));
    }

    private void report(CelExpr place, String message) {
        CelSource source = tree.getSource();
        int offset = source.getPositionsMap().getOrDefault(place.id(), 0);
        CelSourceLocation location = source.getOffsetLocation(offset).orElse(CelSourceLocation.NONE);
        issues.add(CelIssue.formatError(place.id(), location, message));
    }

    private void call(CelNavigableExpr node) {
        CelExpr expr = node.expr();
        if (expr.getKind() != CelExpr.ExprKind.Kind.CALL) {
            return;
        }
        CelExpr.CelCall call = expr.call();
        switch (call.function()) {
            case "duration", "timestamp" -> argument(call, 0);
            case "matches" -> argument(call, call.target().isPresent() ? 0 : 1);
            case "format" -> format(expr, call);
            default -> {}
        }
    }

    private void argument(CelExpr.CelCall call, int index) {
        if (index < call.args().size() && isText(call.args().get(index))) {
            CelExpr literal = call.args().get(index);
            if (!isValid(call.function(), literal.constant().stringValue())) {
                report(literal, "invalid " + call.function() + " argument");
            }
        }
    }

    private static boolean isText(CelExpr expr) {
        return expr.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                && expr.constant().getKind() == CelConstant.Kind.STRING_VALUE;
    }

    private static boolean isValid(String function, String text) {
        try {
            switch (function) {
                case "duration" -> Times.duration(text);
                case "timestamp" -> Times.timestamp(text);
                default -> Standard.pattern(text);
            }
            return true;
        } catch (CelFailure malformed) {
            return false;
        }
    }

    private void format(CelExpr expr, CelExpr.CelCall call) {
        boolean written = call.target().filter(Literals::isText).isPresent()
                && call.args().get(0).getKind() == CelExpr.ExprKind.Kind.LIST;
        if (!written) {
            return;
        }
        String pattern = call.target().orElseThrow().constant().stringValue();
        List<CelExpr> values = call.args().get(0).list().elements();
        int next = 0;
        if (Formatting.endsOpen(pattern)) {
            report(expr, "unexpected end of string");
            return;
        }
        for (char clause : Formatting.clauses(pattern)) {
            if (next >= values.size()) {
                report(expr, "index " + next + " out of range");
                return;
            }
            if ("sdfebxXo".indexOf(clause) < 0) {
                report(expr, "could not parse formatting clause: unrecognized formatting clause \"" + clause + "\"");
                return;
            }
            CelType type = type(values.get(next));
            if (!Formatting.takes(clause, type.kind())) {
                report(
                        values.get(next),
                        "error during formatting: " + Formatting.complaint(clause) + ", was given " + name(type));
                return;
            }
            next++;
        }
    }

    private static String name(CelType type) {
        return Complaints.message(CelTypes.format(type));
    }

    private CelType type(CelExpr expr) {
        return tree.getType(expr.id()).orElse(SimpleType.DYN);
    }

    private void aggregate(CelNavigableExpr node) {
        CelExpr expr = node.expr();
        if (isExempt(node)) {
            return;
        }
        if (expr.getKind() == CelExpr.ExprKind.Kind.LIST) {
            sameType(expr.list().elements());
        } else if (expr.getKind() == CelExpr.ExprKind.Kind.MAP) {
            List<CelExpr.CelMap.Entry> entries = expr.map().entries();
            sameType(entries.stream().map(CelExpr.CelMap.Entry::key).toList());
            sameType(entries.stream().map(CelExpr.CelMap.Entry::value).toList());
        }
    }

    private static boolean isExempt(CelNavigableExpr node) {
        for (CelNavigableExpr outer = node;
                outer != null;
                outer = outer.parent().orElse(null)) {
            CelExpr expr = outer.expr();
            if (expr.getKind() == CelExpr.ExprKind.Kind.CALL
                    && MIXING.contains(expr.call().function())) {
                return true;
            }
        }
        return false;
    }

    private void sameType(List<CelExpr> values) {
        CelType first = null;
        for (CelExpr value : values) {
            CelType type = unwrapped(type(value));
            if (first == null) {
                first = type;
            } else if (!first.equals(type)) {
                report(value, "expected type '" + name(first) + "' but found '" + name(type) + "'");
                return;
            }
        }
    }

    private static CelType unwrapped(CelType type) {
        return type.name().startsWith("optional_type") && !type.parameters().isEmpty()
                ? type.parameters().get(0)
                : type;
    }
}
