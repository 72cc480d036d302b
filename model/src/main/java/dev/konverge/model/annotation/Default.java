package dev.konverge.model.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the server puts where nothing is given, as JSON: {@code "3"}, {@code "\"Always\""}, {@code "{}"}. A component of a primitive
 * type, which cannot be left out, is this in Java too where nothing is given.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {
    /** {@return the value, as JSON} */
    String value();
}
