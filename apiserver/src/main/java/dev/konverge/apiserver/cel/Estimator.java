package dev.konverge.apiserver.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Estimates what an expression can cost at most, from how large the values can become that it speaks of. Kubernetes refuses rules by
 * this number, so it is computed the way Kubernetes does it. Used once.
 */
final class Estimator {
    /** A variable of a loop: where its values come from in the object, and how large they are. */
    private record Local(
            List<String> path,
            @Nullable Estimate size,
            @Nullable Entries entries) {}

    /** How large what is in a list or a map is. */
    private record Entries(Estimate key, Estimate value) {
        Entries or(Entries other) {
            return new Entries(key.or(other.key), value.or(other.value));
        }
    }

    private static final Estimate LIST_COST = Estimate.exactly(10);
    private static final Estimate MAP_COST = Estimate.exactly(30);
    private static final Estimate STRUCT_COST = Estimate.exactly(40);

    private final CelAbstractSyntaxTree tree;
    private final Optional<Shape> self;
    private final Map<Long, List<String>> paths = new HashMap<>();
    private final Map<Long, Estimate> sizes = new HashMap<>();
    private final Map<Long, Entries> entries = new HashMap<>();
    private final Map<String, Deque<Local>> locals = new HashMap<>();

    Estimator(CelAbstractSyntaxTree tree, Optional<Shape> self) {
        this.tree = tree;
        this.self = self;
    }

    Estimate estimate() {
        return cost(tree.getExpr());
    }

    private Estimate cost(CelExpr expr) {
        return switch (expr.getKind()) {
            case IDENT -> {
                Local local = local(expr.ident().name());
                paths.put(expr.id(), local == null ? List.of(expr.ident().name()) : local.path());
                yield Estimate.ONE;
            }
            case SELECT -> select(expr);
            case CALL -> call(expr);
            case LIST -> list(expr);
            case MAP -> map(expr);
            case STRUCT ->
                expr.struct().entries().stream()
                        .map(entry -> cost(entry.value()))
                        .reduce(STRUCT_COST, Estimate::plus);
            case COMPREHENSION -> loop(expr);
            default -> Estimate.NOTHING;
        };
    }

    private Estimate select(CelExpr expr) {
        CelExpr operand = expr.select().operand();
        Estimate cost = cost(operand);
        if (expr.select().testOnly()) {
            return cost;
        }
        paths.put(expr.id(), extended(path(operand), expr.select().field()));
        CelKind kind = type(operand).kind();
        boolean counts = kind == CelKind.MAP || kind == CelKind.STRUCT || kind == CelKind.TYPE_PARAM;
        return counts ? cost.plus(Estimate.ONE) : cost;
    }

    private Estimate list(CelExpr expr) {
        List<CelExpr> elements = expr.list().elements();
        Estimate cost = LIST_COST;
        Estimate item = elements.isEmpty() ? Estimate.NOTHING : new Estimate(Long.MAX_VALUE, 0);
        for (CelExpr element : elements) {
            cost = cost.plus(cost(element));
            item = item.or(sizeOrUnknown(element));
        }
        entries.put(expr.id(), new Entries(Estimate.ONE, item));
        return cost;
    }

    private Estimate map(CelExpr expr) {
        Estimate none = expr.map().entries().isEmpty() ? Estimate.NOTHING : new Estimate(Long.MAX_VALUE, 0);
        Estimate cost = MAP_COST;
        Entries sizesOf = new Entries(none, none);
        for (CelExpr.CelMap.Entry entry : expr.map().entries()) {
            cost = cost.plus(cost(entry.key())).plus(cost(entry.value()));
            sizesOf = sizesOf.or(new Entries(sizeOrUnknown(entry.key()), sizeOrUnknown(entry.value())));
        }
        entries.put(expr.id(), sizesOf);
        return cost;
    }

    private Estimate loop(CelExpr expr) {
        CelExpr.CelComprehension loop = expr.comprehension();
        CelExpr range = loop.iterRange();
        Estimate cost = cost(range).plus(cost(loop.accuInit()));
        push(loop.accuVar(), new Local(path(loop.accuInit()), size(loop.accuInit()), entriesOf(loop.accuInit())));
        boolean list = type(range).kind() == CelKind.LIST;
        Entries inRange = entriesOf(range);
        Local keys = new Local(
                extended(path(range), list ? "@indices" : "@keys"), inRange == null ? null : inRange.key(), null);
        Local values = new Local(
                extended(path(range), list ? "@items" : "@values"), inRange == null ? null : inRange.value(), null);
        boolean two = !loop.iterVar2().isEmpty();
        push(loop.iterVar(), two || !list ? keys : values);
        if (two) {
            push(loop.iterVar2(), values);
        }
        Estimate each = cost(loop.loopCondition()).plus(cost(loop.loopStep()));
        pop(loop.iterVar());
        if (two) {
            pop(loop.iterVar2());
        }
        cost = cost.plus(cost(loop.result()));
        pop(loop.accuVar());
        Estimate count = sizeOrUnknown(range);
        if (isBinding(loop)) {
            setSize(expr, size(loop.result()));
        } else {
            collected(expr, loop, count);
        }
        return cost.plus(count.times(each));
    }

    /** A loop over nothing that only gives a name to a value. */
    private static boolean isBinding(CelExpr.CelComprehension loop) {
        return loop.iterRange().getKind() == CelExpr.ExprKind.Kind.LIST
                && loop.iterRange().list().elements().isEmpty()
                && loop.loopCondition().getKind() == CelExpr.ExprKind.Kind.CONSTANT;
    }

    private void collected(CelExpr expr, CelExpr.CelComprehension loop, Estimate count) {
        switch (loop.accuInit().getKind()) {
            case CONSTANT -> setSize(expr, size(loop.accuInit()));
            case LIST, MAP -> {
                sizes.put(expr.id(), count);
                Entries inStep = entriesOf(loop.loopStep());
                if (inStep != null) {
                    entries.put(expr.id(), inStep);
                }
            }
            default -> {}
        }
    }

    private Estimate call(CelExpr expr) {
        CelExpr.CelCall call = expr.call();
        if (call.function().equals("dyn")) {
            Estimate cost = cost(call.args().get(0)).plus(Estimate.ONE);
            setSize(expr, size(call.args().get(0)));
            return cost;
        }
        List<Estimate> costs = new ArrayList<>();
        call.args().forEach(argument -> costs.add(cost(argument)));
        Estimate target = call.target().map(this::cost).orElse(Estimate.NOTHING);
        Estimate all = costs.stream().reduce(Estimate.NOTHING, Estimate::plus);
        List<String> overloads = tree.getReference(expr.id()).map(reference -> reference.overloadIds()).stream()
                .flatMap(List::stream)
                .toList();
        if (overloads.isEmpty()) {
            return target.plus(all).plus(Estimate.ONE);
        }
        Estimate cost = new Estimate(Long.MAX_VALUE, 0);
        Estimate result = null;
        for (String overload : overloads) {
            CallEstimate.Outcome outcome = switch (call.function()) {
                case "_&&_", "_||_" -> logical(costs);
                case "_?_:_" -> conditional(expr, costs);
                default -> new CallEstimate(this, expr, overload).outcome(all);
            };
            cost = cost.or(outcome.cost());
            result = outcome.size() == null ? result : result == null ? outcome.size() : result.or(outcome.size());
            result = index(expr, overload, result);
            result = result == null ? size(expr) : result;
        }
        setSize(expr, result);
        return target.plus(cost);
    }

    private @Nullable Estimate index(CelExpr expr, String overload, @Nullable Estimate result) {
        boolean list = overload.equals("index_list");
        if (!list && !overload.equals("index_map")) {
            return result;
        }
        CelExpr container = expr.call().args().get(0);
        paths.put(expr.id(), extended(path(container), list ? "@items" : "@values"));
        Entries inside = entriesOf(container);
        return inside == null ? null : inside.value();
    }

    private static CallEstimate.Outcome logical(List<Estimate> costs) {
        Estimate both = costs.get(0).plus(costs.get(1));
        return new CallEstimate.Outcome(new Estimate(costs.get(0).min(), both.max()), null);
    }

    private CallEstimate.Outcome conditional(CelExpr expr, List<Estimate> costs) {
        List<CelExpr> arguments = expr.call().args();
        Entries yes = entriesOf(arguments.get(1));
        Entries no = entriesOf(arguments.get(2));
        if (yes != null && no != null) {
            entries.put(expr.id(), yes.or(no));
        }
        Estimate size = sizeOrUnknown(arguments.get(1)).or(sizeOrUnknown(arguments.get(2)));
        return new CallEstimate.Outcome(costs.get(0).plus(costs.get(1).or(costs.get(2))), size);
    }

    /** Notes what is in a list that two make together. */
    void joinEntries(CelExpr expr, CelExpr left, CelExpr right) {
        Entries a = entriesOf(left);
        Entries b = entriesOf(right);
        if (a != null && b != null) {
            entries.put(expr.id(), a.or(b));
        }
    }

    CelType type(CelExpr expr) {
        return tree.getType(expr.id()).orElse(SimpleType.DYN);
    }

    Estimate sizeOrUnknown(CelExpr expr) {
        Estimate size = size(expr);
        return size == null ? Estimate.UNKNOWN : size;
    }

    /** {@return how large the elements of a list are, null if it is no list} */
    @Nullable
    Estimate elementSize(CelExpr list) {
        if (!(type(list) instanceof ListType)) {
            return null;
        }
        Estimate known = path(list).isEmpty() ? null : byPath(extended(path(list), "@items"));
        return known == null ? Estimate.UNKNOWN : known;
    }

    private @Nullable Estimate size(CelExpr expr) {
        Estimate known = sizes.get(expr.id());
        known = known == null ? literal(expr) : known;
        known = known == null ? byPath(path(expr)) : known;
        known = known == null ? byType(type(expr)) : known;
        if (known == null && expr.getKind() == CelExpr.ExprKind.Kind.IDENT) {
            Local local = local(expr.ident().name());
            return local == null ? null : local.size();
        }
        return known;
    }

    private static @Nullable Estimate literal(CelExpr expr) {
        return switch (expr.getKind()) {
            case LIST -> Estimate.exactly(expr.list().elements().size());
            case MAP -> Estimate.exactly(expr.map().entries().size());
            case CONSTANT -> {
                CelConstant constant = expr.constant();
                yield Estimate.exactly(
                        switch (constant.getKind()) {
                            case STRING_VALUE ->
                                constant.stringValue()
                                        .codePointCount(
                                                0, constant.stringValue().length());
                            case BYTES_VALUE -> constant.bytesValue().size();
                            default -> 1;
                        });
            }
            default -> null;
        };
    }

    private static @Nullable Estimate byType(CelType type) {
        return switch (type.kind()) {
            case BOOL, DOUBLE, DURATION, INT, NULL_TYPE, TIMESTAMP, UINT, TYPE -> Estimate.ONE;
            default -> null;
        };
    }

    private @Nullable Estimate byPath(List<String> path) {
        if (path.isEmpty() || self.isEmpty()) {
            return null;
        }
        Shape shape = self.get();
        for (String step : path.subList(1, path.size())) {
            boolean container = shape.kind() == Shape.Kind.LIST || shape.kind() == Shape.Kind.MAP;
            if (container && (step.equals("@items") || step.equals("@values"))) {
                shape = shape.element();
            } else if (shape.kind() == Shape.Kind.MAP && step.equals("@keys")) {
                return new Estimate(0, Shape.longestText());
            } else {
                Shape field = shape.fields().get(Names.unescape(step).orElse(step));
                if (field == null || !field.isDeclared()) {
                    return null;
                }
                shape = field;
            }
        }
        return new Estimate(0, shape.maxElements());
    }

    private static List<String> extended(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }

    private List<String> path(CelExpr expr) {
        Local local = expr.getKind() == CelExpr.ExprKind.Kind.IDENT
                ? local(expr.ident().name())
                : null;
        return local == null ? paths.getOrDefault(expr.id(), List.of()) : local.path();
    }

    private void setSize(CelExpr expr, @Nullable Estimate size) {
        if (size != null) {
            sizes.put(expr.id(), size);
        }
    }

    private @Nullable Entries entriesOf(CelExpr expr) {
        Entries known = entries.get(expr.id());
        if (known == null && expr.getKind() == CelExpr.ExprKind.Kind.IDENT) {
            Local local = local(expr.ident().name());
            return local == null ? null : local.entries();
        }
        return known;
    }

    private @Nullable Local local(String name) {
        Deque<Local> stack = locals.get(name);
        return stack == null ? null : stack.peek();
    }

    private void push(String name, Local local) {
        locals.computeIfAbsent(name, any -> new ArrayDeque<>()).push(local);
    }

    private void pop(String name) {
        Deque<Local> stack = locals.get(name);
        if (stack != null) {
            stack.poll();
        }
    }
}
