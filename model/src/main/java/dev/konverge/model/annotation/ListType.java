package dev.konverge.model.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How server-side apply merges a list. Without it, the list is replaced as a whole. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
public @interface ListType {
    /** {@return how its elements are told apart} */
    Merge value();

    /** {@return for a {@link Merge#MAP}: the components that identify an element} */
    String[] keys() default {};

    /** How elements are told apart. */
    enum Merge {
        /** Not at all: the list is one value. */
        ATOMIC,
        /** By their value: each is there once. */
        SET,
        /** By some of their fields. */
        MAP
    }
}
