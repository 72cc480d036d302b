package dev.konverge.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives every test of a class, or one test, a {@link TestCluster} of its own as a parameter, and closes it afterwards. The
 * constructor and the methods around a test are given the same one.
 *
 * <p>A cluster that a method asks for which runs once for all tests, {@code @BeforeAll}, belongs to the class: its tests and those
 * of the classes nested in it share it, and it is closed after them.
 *
 * <p>Nested classes have what the class around them has, and subclasses what the class has that they extend.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ClusterExtension.class)
public @interface WithCluster {
    /** What time a cluster runs on. */
    enum Time {
        /** Its own: fast, and the same every time. */
        VIRTUAL,
        /** The machine's. */
        REAL
    }

    /** {@return what time the cluster runs on} */
    Time time() default Time.VIRTUAL;

    /** {@return what decides who runs when, under virtual time} */
    long seed() default 1;
}
