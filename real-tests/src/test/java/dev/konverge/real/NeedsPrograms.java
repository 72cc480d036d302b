package dev.konverge.real;

import dev.konverge.testkit.RealPrograms;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips a class, and says so, where programs are missing that folders made for envtest do not have. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsPrograms.Condition.class)
@interface NeedsPrograms {
    String[] value();

    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            Optional<NeedsPrograms> needs =
                    AnnotationSupport.findAnnotation(context.getTestClass(), NeedsPrograms.class);
            RealPrograms programs = RealPrograms.get();
            List<String> missing = needs.stream()
                    .flatMap(one -> Arrays.stream(one.value()))
                    .filter(program -> !programs.has(program))
                    .toList();
            return missing.isEmpty()
                    ? ConditionEvaluationResult.enabled("all programs are there")
                    : ConditionEvaluationResult.disabled("there is no " + String.join(", no ", missing) + " in "
                            + programs.folder() + " or " + programs.spare());
        }
    }
}
