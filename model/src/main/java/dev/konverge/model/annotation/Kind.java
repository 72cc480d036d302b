package dev.konverge.model.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a record a custom resource: its codec, its builder, its {@code TYPE} and its definition are generated from it when it is
 * compiled, by the annotation processor in {@code konverge-codegen}.
 *
 * {@snippet :
 * @Kind(group = "samplecontroller.k8s.io", version = "v1alpha1")
 * public record Foo(ObjectMeta metadata, Spec spec, @Nullable Status status) implements FooResource {
 *     public record Spec(String deploymentName, @Minimum(0) int replicas) {}
 *
 *     public record Status(int availableReplicas) {}
 * }
 * }
 *
 * <p>{@code FooResource} is generated; the record inherits {@code TYPE}, {@code toBuilder()} and {@code with(…)} from it. A
 * component that is not {@code @Nullable} is required, unless it is a list, a map or has a {@link Default}. The definition is in
 * {@code META-INF/konverge/crds} of the compiled classes; records for several versions of a kind make one definition.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Kind {
    /** {@return the API group, such as {@code example.com}} */
    String group();

    /** {@return the version, such as {@code v1alpha1}} */
    String version();

    /** {@return the name of the kind; that of the record if it is empty} */
    String kind() default "";

    /** {@return the name in paths; the kind's in lower case with an ending for many, if it is empty} */
    String plural() default "";

    /** {@return the name for one; the kind's in lower case if it is empty} */
    String singular() default "";

    /** {@return abbreviations that kubectl takes} */
    String[] shortNames() default {};

    /** {@return groups of resources that kubectl takes, such as {@code all}} */
    String[] categories() default {};

    /** {@return whether objects live in a namespace} */
    boolean namespaced() default true;

    /** {@return whether objects are stored in this version; one version of a kind is} */
    boolean storage() default true;

    /** {@return whether the server offers this version} */
    boolean served() default true;

    /** {@return why this version should not be used any more, if so} */
    String deprecation() default "";

    /** {@return annotations of the definition, each as {@code key=value}} */
    String[] annotations() default {};

    /** {@return whether the status is written on its own, if there is one} */
    boolean statusSubresource() default true;
}
