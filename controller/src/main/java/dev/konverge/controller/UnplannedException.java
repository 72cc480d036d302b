package dev.konverge.controller;

import dev.konverge.model.Key;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A plan that is not whole, because reconciles failed: what they would have written is not in it. All else is. */
public final class UnplannedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Failure> failures;

    /**
     * A reconcile that failed.
     *
     * @param controller the name of the controller
     * @param key the object
     * @param cause what it failed with
     */
    public record Failure(String controller, Key key, Throwable cause) {
        /** {@return it in one line} */
        @Override
        public String toString() {
            return controller + ' ' + key + ": "
                    + String.valueOf(
                                    cause instanceof RuntimeException told && told.getMessage() != null
                                            ? told.getMessage()
                                            : cause)
                            .replace('\n', ' ');
        }
    }

    UnplannedException(List<Failure> failures) {
        super(failures.stream()
                .sorted(Comparator.comparing(Failure::controller)
                        .thenComparing(failure -> failure.key().toString()))
                .map(Failure::toString)
                .collect(Collectors.joining("\n", "not everything could be planned:\n", "")));
        this.failures = List.copyOf(failures);
        failures.forEach(failure -> addSuppressed(failure.cause()));
    }

    /** {@return what failed} */
    public List<Failure> failures() {
        return failures;
    }
}
