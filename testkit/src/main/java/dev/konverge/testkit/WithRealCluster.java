package dev.konverge.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class a {@link RealCluster} as a parameter, and closes it after the last of them. They share it, because it
 * takes seconds to start: each test works in a namespace of its own, or leaves nothing behind.
 * Nested classes share that of the class around them, unless they say this themselves; subclasses inherit what it says.
 *
 * <p>Such a test has the tag {@code real}, so that a build can leave it out where the programs are missing. Where it is run without
 * them it fails.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("real")
@ExtendWith(RealClusterExtension.class)
public @interface WithRealCluster {
    /** {@return the controllers of a kube-controller-manager, as its flag takes them; none without} */
    String[] controllers() default {};

    /** {@return more arguments of kube-apiserver} */
    String[] apiServerArguments() default {};
}
