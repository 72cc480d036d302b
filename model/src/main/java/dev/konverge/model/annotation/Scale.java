package dev.konverge.model.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Lets objects of a {@link Kind} be scaled, by {@code kubectl scale} and autoscalers. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Scale {
    /** {@return where the wanted number is} */
    String specReplicasPath() default ".spec.replicas";

    /** {@return where the actual number is} */
    String statusReplicasPath() default ".status.replicas";

    /** {@return where the selector of the pods is, as text; empty if there is none} */
    String labelSelectorPath() default "";
}
