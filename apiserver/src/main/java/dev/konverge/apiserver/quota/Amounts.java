package dev.konverge.apiserver.quota;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Amounts of resources by their names, such as {@code cpu} and {@code requests.memory}. Immutable.
 *
 * @param values the amounts
 */
public record Amounts(SortedMap<String, Quantity> values) {
    /** Nothing. */
    public static final Amounts NONE = new Amounts(new TreeMap<>());

    /** Copies its argument. */
    public Amounts {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** {@return the amounts at a path of an object}; what is no quantity is left out */
    public static Amounts at(Json.Obj object, String... path) {
        Json.Obj found = Tree.object(object, path);
        if (found.fields().isEmpty()) {
            return NONE;
        }
        SortedMap<String, Quantity> values = new TreeMap<>();
        found.fields().forEach((name, value) -> quantity(value).ifPresent(amount -> values.put(name, amount)));
        return new Amounts(values);
    }

    private static Optional<Quantity> quantity(Json value) {
        try {
            return switch (value) {
                case Json.Str text -> Optional.of(Quantity.parse(text.value()));
                case Json.Int number -> Optional.of(Quantity.of(number.value()));
                default -> Optional.empty();
            };
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }

    /** {@return the amount of a resource, if there is one} */
    public Optional<Quantity> find(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** {@return these with an amount set} */
    public Amounts with(String name, Quantity amount) {
        SortedMap<String, Quantity> more = new TreeMap<>(values);
        more.put(name, amount);
        return new Amounts(more);
    }

    /** {@return the sum of both} */
    public Amounts plus(Amounts other) {
        return merged(other, Quantity::add);
    }

    /** {@return of each resource the greater amount} */
    public Amounts max(Amounts other) {
        return merged(other, (left, right) -> left.compareTo(right) >= 0 ? left : right);
    }

    private Amounts merged(Amounts other, BinaryOperator<Quantity> how) {
        if (other.values.isEmpty()) {
            return this;
        }
        SortedMap<String, Quantity> all = new TreeMap<>(values);
        other.values.forEach((name, amount) -> all.merge(name, amount, how));
        return new Amounts(all);
    }

    /** {@return how much more this is than {@code before}}, nothing of what is not more */
    public Amounts increaseOver(Amounts before) {
        SortedMap<String, Quantity> more = new TreeMap<>();
        values.forEach((name, amount) -> {
            Quantity difference = amount.subtract(before.values.getOrDefault(name, Quantity.ZERO));
            if (difference.signum() > 0) {
                more.put(name, difference);
            }
        });
        return new Amounts(more);
    }

    /** {@return those whose name is among these} */
    public Amounts only(Collection<String> names) {
        return filtered(names::contains);
    }

    /** {@return those that are not zero} */
    public Amounts withoutZeros() {
        return filtered(name -> values.getOrDefault(name, Quantity.ZERO).signum() != 0);
    }

    private Amounts filtered(Predicate<String> wanted) {
        SortedMap<String, Quantity> kept = new TreeMap<>();
        values.forEach((name, amount) -> {
            if (wanted.test(name)) {
                kept.put(name, amount);
            }
        });
        return new Amounts(kept);
    }

    /** {@return those that are more than the limit there is for them} */
    public Amounts beyond(Amounts limits) {
        return filtered(name -> {
            Quantity limit = limits.values.get(name);
            return limit != null && values.getOrDefault(name, Quantity.ZERO).compareTo(limit) > 0;
        });
    }

    /** {@return this as an object has it} */
    public Json.Obj toJson() {
        Map<String, Json> fields = new LinkedHashMap<>();
        values.forEach(
                (name, amount) -> fields.put(name, Json.of(amount.canonical().toString())));
        return new Json.Obj(fields);
    }

    /** {@return this as messages show it: {@code cpu=1,pods=2}} */
    @Override
    public String toString() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
    }
}
