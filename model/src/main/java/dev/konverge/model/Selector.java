package dev.konverge.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the labels of an object: all of several {@linkplain Requirement requirements}, or nothing at all.
 *
 * <p>The text form is that of {@code kubectl get -l}: {@code app=web,tier in (a,b),!canary}. The form inside objects is
 * {@link LabelSelector}.
 */
public sealed interface Selector {
    /** {@return whether an object with these labels is selected} */
    boolean matches(Map<String, String> labels);

    /** {@return whether every object is selected} */
    boolean isEverything();

    /** {@return the one value that a label of every selected object has, if this selector says so} */
    Optional<String> findExactValue(String key);

    /** {@return the selector of what is selected by this one and meets more requirements} */
    Selector and(Requirement... more);

    /**
     * {@return the text that the API server reads as this selector; empty if it selects everything}
     *
     * @throws IllegalStateException if it selects nothing, which no text can say; do not ask the server then
     */
    String expression();

    /**
     * {@return the object that means the same inside another, such as a Deployment's}
     *
     * @throws IllegalStateException if it compares numbers or selects nothing, which no such object can say
     */
    LabelSelector toLabelSelector();

    /**
     * Selects what meets every requirement; everything if there is none.
     *
     * @param requirements the requirements, ordered by key
     */
    record AllOf(List<Requirement> requirements) implements Selector {
        /** Copies its argument and puts it in order. */
        public AllOf {
            requirements = requirements.stream()
                    .sorted(Comparator.comparing(Requirement::key))
                    .toList();
        }

        @Override
        public boolean matches(Map<String, String> labels) {
            for (Requirement requirement : requirements) {
                if (!requirement.matches(labels)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean isEverything() {
            return requirements.isEmpty();
        }

        @Override
        public Optional<String> findExactValue(String key) {
            return requirements.stream()
                    .filter(requirement -> requirement.key().equals(key))
                    .flatMap(requirement -> requirement.findExactValue().stream())
                    .findFirst();
        }

        @Override
        public Selector and(Requirement... more) {
            return new AllOf(
                    Stream.concat(requirements.stream(), Stream.of(more)).toList());
        }

        @Override
        public String expression() {
            return requirements.stream().map(Requirement::toString).collect(Collectors.joining(","));
        }

        @Override
        public LabelSelector toLabelSelector() {
            return LabelSelectors.toObject(requirements);
        }

        @Override
        public String toString() {
            return expression();
        }
    }

    /** Selects nothing: what an absent {@link LabelSelector} means. */
    record Nothing() implements Selector {
        @Override
        public boolean matches(Map<String, String> labels) {
            return false;
        }

        @Override
        public boolean isEverything() {
            return false;
        }

        @Override
        public Optional<String> findExactValue(String key) {
            return Optional.empty();
        }

        @Override
        public Selector and(Requirement... more) {
            return this;
        }

        @Override
        public String expression() {
            throw new IllegalStateException("no expression selects nothing; an empty one would select everything");
        }

        @Override
        public LabelSelector toLabelSelector() {
            throw new IllegalStateException("no label selector selects nothing; an empty one would select everything");
        }

        /** {@return a text that no server reads as a selector} */
        @Override
        public String toString() {
            return "<nothing>";
        }
    }

    /** {@return the selector of every object} */
    static Selector everything() {
        return new AllOf(List.of());
    }

    /** {@return the selector of no object} */
    static Selector nothing() {
        return new Nothing();
    }

    /** {@return the selector of what meets all of these; everything if there is none} */
    static Selector of(Requirement... requirements) {
        return new AllOf(List.of(requirements));
    }

    /**
     * {@return the selector of what carries all of these labels; everything if there is none}
     *
     * @throws IllegalArgumentException if one of them cannot be a label
     */
    static Selector ofLabels(Map<String, String> labels) {
        List<Requirement> requirements = new ArrayList<>(labels.size());
        labels.forEach((key, value) -> requirements.add(new Requirement.Equals(key, value)));
        return new AllOf(requirements);
    }

    /**
     * {@return the selector that an object of the API describes: nothing if it is absent, everything if it is empty}
     *
     * @throws IllegalArgumentException if it has an unknown operator, or values that do not fit its operators
     */
    static Selector from(@Nullable LabelSelector selector) {
        return selector == null ? nothing() : new AllOf(LabelSelectors.toRequirements(selector));
    }

    /**
     * {@return the selector that a text stands for}
     *
     * @throws IllegalArgumentException if the text is not a selector; the message says what was found and expected
     */
    static Selector parse(String text) {
        return new AllOf(new SelectorParser(text).parse());
    }
}
