package dev.konverge.model.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A field of a {@link Kind} that field selectors can ask for, in lists and watches:
 * {@code kubectl get foos --field-selector spec.color=red}. It is a text, a whole number or a boolean, not in the metadata and not
 * in a list or map; a kind has at most eight. Servers before 1.32 select by name and namespace only.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@Repeatable(SelectableField.Several.class)
public @interface SelectableField {
    /** {@return where it is, such as {@code .spec.color}} */
    String jsonPath();

    /** Many of them. */
    @Documented
    @Retention(RetentionPolicy.CLASS)
    @Target(ElementType.TYPE)
    @interface Several {
        /** {@return all of them} */
        SelectableField[] value();
    }
}
