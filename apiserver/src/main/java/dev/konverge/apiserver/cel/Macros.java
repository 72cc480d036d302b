package dev.konverge.apiserver.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import java.util.List;
import java.util.Optional;

/** The macros that the library has not, or has with other types than Kubernetes. */
final class Macros {
    private static final String SORT_INPUT = "@__sortBy_input__";

    /** {@code range.existsOne(key, value, condition)} and {@code list.sortBy(element, key)}. */
    static final List<CelMacro> ALL = List.of(
            CelMacro.newReceiverMacro("existsOne", 3, Macros::existsOne),
            CelMacro.newReceiverMacro("sortBy", 2, Macros::sortBy));

    private Macros() {}

    private static Optional<CelExpr> notAName(CelMacroExprFactory factory, List<CelExpr> names) {
        return names.stream()
                .filter(name -> name.getKind() != CelExpr.ExprKind.Kind.IDENT)
                .findFirst()
                .map(name -> factory.reportError(
                        CelIssue.formatError(factory.getSourceLocation(name), "argument must be a simple name")));
    }

    private static Optional<CelExpr> existsOne(
            CelMacroExprFactory factory, CelExpr range, ImmutableList<CelExpr> arguments) {
        Optional<CelExpr> problem = notAName(factory, arguments.subList(0, 2));
        if (problem.isPresent()) {
            return problem;
        }
        String count = factory.getAccumulatorVarName();
        CelExpr one = factory.newIntLiteral(1L);
        CelExpr next = factory.newGlobalCall("_+_", factory.newIdentifier(count), one);
        CelExpr step = factory.newGlobalCall("_?_:_", arguments.get(2), next, factory.newIdentifier(count));
        CelExpr result = factory.newGlobalCall("_==_", factory.newIdentifier(count), factory.newIntLiteral(1L));
        return Optional.of(factory.fold(
                arguments.get(0).ident().name(),
                arguments.get(1).ident().name(),
                range,
                count,
                factory.newIntLiteral(0L),
                factory.newBoolLiteral(true),
                step,
                result));
    }

    /** Binds the list to a name, makes the list of its keys, and has the one sorted by the other. */
    private static Optional<CelExpr> sortBy(
            CelMacroExprFactory factory, CelExpr list, ImmutableList<CelExpr> arguments) {
        Optional<CelExpr> problem = notAName(factory, arguments.subList(0, 1));
        if (problem.isPresent()) {
            return problem;
        }
        String keys = factory.getAccumulatorVarName();
        CelExpr step = factory.newGlobalCall("_+_", factory.newIdentifier(keys), factory.newList(arguments.get(1)));
        CelExpr mapped = factory.fold(
                arguments.get(0).ident().name(),
                factory.newIdentifier(SORT_INPUT),
                keys,
                factory.newList(),
                factory.newBoolLiteral(true),
                step,
                factory.newIdentifier(keys));
        CelExpr sorted = factory.newReceiverCall("@sortByAssociatedKeys", factory.newIdentifier(SORT_INPUT), mapped);
        return Optional.of(factory.fold(
                "#unused",
                factory.newList(),
                SORT_INPUT,
                list,
                factory.newBoolLiteral(false),
                factory.newIdentifier(SORT_INPUT),
                sorted));
    }
}
