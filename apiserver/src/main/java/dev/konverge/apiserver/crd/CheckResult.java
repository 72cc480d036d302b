package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a check found wrong, and how much it found right: of several schemas that fail, the one that fits best is shown. */
final class CheckResult {
    /** By their text; no text is there twice. */
    private final Map<String, FieldError> errors = new LinkedHashMap<>();

    private int matches;

    void add(FieldError error) {
        errors.putIfAbsent(error.message(), error);
    }

    /** Adds an error whose text says less than it should to be told from others. */
    void add(FieldError error, String text) {
        errors.putIfAbsent(error.field() + text, error);
    }

    void match() {
        matches++;
    }

    void merge(CheckResult other) {
        other.errors.forEach(errors::putIfAbsent);
        matches += other.matches;
    }

    boolean isValid() {
        return errors.isEmpty();
    }

    boolean fitsBetterThan(CheckResult other) {
        return matches > other.matches;
    }

    List<FieldError> errors() {
        return new ArrayList<>(errors.values());
    }

    /** {@return this without what is wrong} */
    CheckResult forgiven() {
        errors.clear();
        return this;
    }
}
