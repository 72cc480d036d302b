package dev.konverge.model.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How long a text, a list or a map may be. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
public @interface Size {
    /** {@return the least characters, elements or entries} */
    int min() default 0;

    /** {@return the most characters, elements or entries; no limit if it is negative} */
    int max() default -1;
}
