package dev.konverge.model.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The format of a text that the server checks, such as {@code uri}, {@code ipv4} or {@code duration}. One that servers do not know
 * does not compile: they would ignore it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
public @interface Format {
    /** {@return the name of the format} */
    String value();
}
