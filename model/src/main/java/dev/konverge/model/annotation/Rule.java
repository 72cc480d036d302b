package dev.konverge.model.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A rule in CEL that the server holds objects to: {@code self.minReplicas <= self.maxReplicas}. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
@Repeatable(Rule.Several.class)
public @interface Rule {
    /** {@return what must be true; {@code self} is the value, {@code oldSelf} the one before} */
    String value();

    /** {@return what to tell who breaks it} */
    String message() default "";

    /** {@return an expression in CEL that makes the message} */
    String messageExpression() default "";

    /** {@return {@code FieldValueInvalid}, {@code FieldValueForbidden}, {@code FieldValueRequired} or {@code FieldValueDuplicate}} */
    String reason() default "";

    /** {@return the field to blame, seen from what the rule is on: {@code .minReplicas}, {@code .labels['app']}} */
    String fieldPath() default "";

    /**
     * {@return whether the rule is also held to where there was nothing before; {@code oldSelf} is an optional then, as in
     * {@code oldSelf.orValue(self) == self}} Servers before 1.30 do not know it. Otherwise a rule with {@code oldSelf} is left out
     * there.
     */
    boolean optionalOldSelf() default false;

    /** Many of them. */
    @Documented
    @Retention(RetentionPolicy.CLASS)
    @Target({ElementType.TYPE, ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
    @interface Several {
        /** {@return all of them} */
        Rule[] value();
    }
}
