package dev.konverge.apiserver.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.ListType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one call can cost at most, and how large its result can become. */
final class CallEstimate {
    private static final double TEXT = 0.1;
    private static final double REGEX = 0.25;
    private static final int LONGEST_FORMAT = 128;
    private static final int LONGEST_FORMAT_NAME = 64;
    private static final Estimate ADDRESS = new Estimate(4, 16);

    private final Estimator estimator;
    private final CelExpr expr;
    private final String function;
    private final String overload;
    private final @Nullable CelExpr target;
    private final List<CelExpr> arguments;

    /** What is estimated; the size is null if nothing can be said about it. */
    record Outcome(Estimate cost, @Nullable Estimate size) {}

    CallEstimate(Estimator estimator, CelExpr expr, String overload) {
        this.estimator = estimator;
        this.expr = expr;
        this.overload = overload;
        this.function = expr.call().function();
        this.target = expr.call().target().orElse(null);
        this.arguments = expr.call().args();
    }

    /** {@return the outcome}; {@code costs} are those of the arguments */
    Outcome outcome(Estimate costs) {
        Outcome own = own();
        Outcome call = own == null ? standard() : own;
        return new Outcome(call.cost().plus(costs), call.size());
    }

    private static Outcome of(Estimate cost) {
        return new Outcome(cost, null);
    }

    private Estimate argument(int index) {
        return estimator.sizeOrUnknown(arguments.get(index));
    }

    private Estimate subject() {
        return target == null ? argument(0) : estimator.sizeOrUnknown(target);
    }

    /** What Kubernetes says about its own functions; null if it says nothing. */
    private @Nullable Outcome own() {
        return switch (function) {
            case "check" -> of(Estimate.exactly(350_000));
            case "fieldSelector", "labelSelector" -> {
                Estimate length = argument(0);
                Estimate parts = length.scaled(0.5).scaled(50);
                yield of(Estimate.exactly(10).plus(length.scaled(TEXT)).plus(parts));
            }
            case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> traversal();
            case "url", "lowerAscii", "upperAscii", "substring", "trim" ->
                new Outcome(subject().scaled(TEXT), subject());
            case "replace" -> new Outcome(subject().scaled(2 * TEXT), replaced());
            case "split" -> new Outcome(subject().scaled(2 * TEXT), new Estimate(0, parts()));
            case "join" -> joined();
            case "find", "findAll" ->
                new Outcome(
                        regex(subject(), argument(0)), new Estimate(0, subject().max()));
            case "cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver" ->
                of(argument(0).scaled(TEXT));
            case "ip" ->
                of(overload.equals("cidr_ip") ? Estimate.ONE : argument(0).scaled(TEXT));
            case "ip.isCanonical" -> of(argument(0).scaled(2 * TEXT));
            case "containsIP" -> of(contained("cidr_contains_ip_string"));
            case "containsCIDR" ->
                of(contained("cidr_contains_cidr_string")
                        .plus(ADDRESS.scaled(TEXT))
                        .plus(Estimate.ONE));
            case "slice" ->
                allocated(1, Estimate.exactly(Math.max(0, whole(1, subject().max()) - whole(0, 0))));
            case "lists.range" -> allocated(1, Estimate.exactly(Math.max(0, whole(0, Long.MAX_VALUE))));
            case "reverse" -> allocated(1, subject());
            case "flatten" -> allocated(arguments.isEmpty() ? 1.0 : (double) whole(0, Long.MAX_VALUE), subject());
            case "distinct" -> allocated(2, subject().times(subject()));
            case "sort" -> sorted(subject());
            case "@sortByAssociatedKeys" -> sorted(argument(0));
            case "_==_" -> equality();
            case "validate" -> of(argument(0).scaled(TEXT).scaled(LONGEST_FORMAT * REGEX));
            default -> null;
        };
    }

    private static Outcome allocated(double factor, Estimate size) {
        return new Outcome(size.scaled(factor).plus(Estimate.exactly(11)), size);
    }

    private static Outcome sorted(Estimate count) {
        return allocated(2, count.times(count));
    }

    private long whole(int index, long unknown) {
        CelExpr argument = arguments.get(index);
        boolean stated = argument.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                && argument.constant().getKind() == CelConstant.Kind.INT64_VALUE;
        return stated ? argument.constant().int64Value() : unknown;
    }

    /** What is of a type of Kubernetes' own is compared at a glance. */
    private @Nullable Outcome equality() {
        String type = estimator.type(arguments.get(0)).name();
        if (!type.equals(estimator.type(arguments.get(1)).name())) {
            return null;
        }
        return switch (type) {
            case "kubernetes.NamedFormat" -> of(new Estimate(1, LONGEST_FORMAT_NAME).scaled(TEXT));
            case "kubernetes.URL" -> of(new Estimate(1, argument(1).max()).scaled(TEXT));
            default -> type.startsWith("kubernetes.") || type.startsWith("net.") ? of(Estimate.ONE) : null;
        };
    }

    private Outcome traversal() {
        Estimate element = target == null ? null : estimator.elementSize(target);
        if (element == null || target == null) {
            return of(subject().scaled(TEXT));
        }
        CelKind kind = estimator.type(target) instanceof ListType list
                ? list.elemType().kind()
                : CelKind.DYN;
        boolean texts = kind == CelKind.STRING || kind == CelKind.BYTES;
        Estimate each = texts ? Estimate.ONE.plus(element.scaled(TEXT)) : Estimate.ONE;
        return of(subject().times(each));
    }

    private Estimate contained(String withText) {
        Estimate compare = ADDRESS.plus(ADDRESS).scaled(TEXT);
        return overload.equals(withText) ? compare.plus(argument(0).scaled(TEXT)) : compare;
    }

    private static Estimate regex(Estimate text, Estimate pattern) {
        return text.plus(Estimate.ONE).scaled(TEXT).times(pattern.scaled(REGEX));
    }

    private Estimate replaced() {
        Estimate text = subject();
        Estimate old = argument(0);
        Estimate next = argument(1);
        long most = old.min() == 0
                ? Estimate.exactly(text.max()).plus(Estimate.ONE).max()
                : next.max() <= old.min() ? 0 : (long) Math.ceil((double) text.max() / old.min());
        long least = old.max() == 0
                ? Estimate.exactly(text.min()).plus(Estimate.ONE).max()
                : old.max() <= next.min() ? 0 : (long) Math.ceil((double) text.min() / old.max());
        long keptMost = old.min() == 0 || next.max() <= old.min() ? text.max() : 0;
        long keptLeast = old.max() == 0 || old.max() <= next.min() ? text.min() : 0;
        return new Estimate(least, most).times(next).plus(new Estimate(keptLeast, keptMost));
    }

    private long parts() {
        boolean stated = arguments.size() > 1
                && arguments.get(1).getKind() == CelExpr.ExprKind.Kind.CONSTANT
                && arguments.get(1).constant().getKind() == CelConstant.Kind.INT64_VALUE;
        return stated
                ? Math.max(0, arguments.get(1).constant().int64Value())
                : subject().max();
    }

    private Outcome joined() {
        Estimate count = subject();
        Estimate element = target == null ? null : estimator.elementSize(target);
        Estimate size = element == null ? Estimate.NOTHING : count.times(element);
        if (!arguments.isEmpty()) {
            Estimate between = new Estimate(Math.max(0, count.min() - 1), Math.max(0, count.max() - 1));
            size = size.plus(argument(0).times(between));
        }
        return new Outcome(size.scaled(TEXT), size);
    }

    private Outcome standard() {
        return switch (overload) {
            case "string_format" -> of(subject().scaled(TEXT));
            case "string_to_bytes" ->
                new Outcome(
                        argument(0).scaled(TEXT),
                        new Estimate(
                                argument(0).min(), Estimate.product(argument(0).max(), 4)));
            case "bytes_to_string" ->
                new Outcome(
                        argument(0).scaled(TEXT),
                        new Estimate(argument(0).min() / 4, argument(0).max()));
            case "strings_quote" ->
                new Outcome(
                        argument(0).scaled(TEXT), argument(0).plus(argument(0)).plus(Estimate.exactly(2)));
            case "starts_with_string", "ends_with_string" -> of(argument(0).scaled(TEXT));
            case "in_list" -> of(argument(1).scaled(1));
            case "matches_string", "matches" ->
                of(target == null ? regex(argument(0), argument(1)) : regex(subject(), argument(0)));
            case "contains_string" ->
                of(subject().scaled(TEXT).times(argument(0).scaled(TEXT)));
            case "add_list", "add_string", "add_bytes" -> added();
            case "less_string",
                    "greater_string",
                    "less_equals_string",
                    "greater_equals_string",
                    "less_bytes",
                    "greater_bytes",
                    "less_equals_bytes",
                    "greater_equals_bytes",
                    "equals",
                    "not_equals" -> {
                long smaller = Math.min(argument(0).max(), argument(1).max());
                yield of(new Estimate(smaller > 0 ? 1 : 0, smaller).scaled(TEXT));
            }
            default -> of(Estimate.ONE);
        };
    }

    private Outcome added() {
        Estimate size = argument(0).plus(argument(1));
        estimator.joinEntries(expr, arguments.get(0), arguments.get(1));
        return new Outcome(overload.equals("add_list") ? Estimate.ONE : size.scaled(TEXT), size);
    }
}
