package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.cel.Environment;
import dev.konverge.apiserver.cel.Shape;
import org.jspecify.annotations.Nullable;

/** What the rules at one place of a schema may speak of: one environment for all that need the same. Used by one thread. */
final class RuleEnvironments {
    private final Shape shape;
    private @Nullable Environment plain;
    private @Nullable Environment optionalOld;

    RuleEnvironments(Shape shape) {
        this.shape = shape;
    }

    Environment of(Rule rule) {
        if (rule.maySeeNoOldSelf()) {
            optionalOld = optionalOld == null ? Environment.ofRules(shape, true) : optionalOld;
            return optionalOld;
        }
        plain = plain == null ? Environment.ofRules(shape, false) : plain;
        return plain;
    }
}
