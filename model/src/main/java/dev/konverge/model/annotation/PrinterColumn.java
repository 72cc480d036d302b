package dev.konverge.model.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A column that kubectl shows for objects of a {@link Kind}. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@Repeatable(PrinterColumn.Several.class)
public @interface PrinterColumn {
    /** {@return the title} */
    String name();

    /** {@return where the value is, such as {@code .spec.replicas}} */
    String jsonPath();

    /** {@return {@code string}, {@code integer}, {@code number}, {@code boolean} or {@code date}} */
    String type() default "string";

    /** {@return the format of the value} */
    String format() default "";

    /** {@return what the column tells} */
    String description() default "";

    /** {@return 0 for a column that is always shown, more for one of the wide view} */
    int priority() default 0;

    /** Many of them. */
    @Documented
    @Retention(RetentionPolicy.CLASS)
    @Target(ElementType.TYPE)
    @interface Several {
        /** {@return all of them} */
        PrinterColumn[] value();
    }
}
