package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JVM that runs this keeps the fields of a class in between away from what lies before and after the object. */
class GapTest {
    /** The line of a word, and the one that processors fetch with it. */
    private static final long TWO_LINES = 128;

    /** Where the fields of a class are in an object. Only one class of the JDK tells, and the compiler warns of whoever names it. */
    private static List<Long> places(Class<?> type) throws ReflectiveOperationException {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field instance = unsafe.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        Method placeOf = unsafe.getMethod("objectFieldOffset", Field.class);
        var places = new ArrayList<Long>();
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                places.add((Long) placeOf.invoke(instance.get(null), field));
            }
        }
        Collections.sort(places);
        return places;
    }

    private static void assertApart(Class<?> fields, Class<?> gapAfter) throws ReflectiveOperationException {
        List<Long> places = places(fields);
        assertThat(places.getFirst()).isGreaterThanOrEqualTo(TWO_LINES);
        assertThat(places(gapAfter)).hasSize(16).allMatch(place -> place > places.getLast());
    }

    @ParameterizedTest
    @ValueSource(classes = {Pending.class, Intake.class})
    void aReferenceThatManyLookAtIsAloneOnItsLines(Class<?> type) throws ReflectiveOperationException {
        assertThat(type.getSuperclass()).isEqualTo(Gap.Alone.class);
        assertThat(places(type)).as("fields that could lie in the gap").isEmpty();
        assertApart(Gap.Reference.class, Gap.Alone.class);
    }

    @Test
    void whatAddsReadIsApartFromTheRest() throws ReflectiveOperationException {
        assertThat(WorkQueue.class.getSuperclass()).isEqualTo(Front.Apart.class);
        assertApart(Front.class, Front.Apart.class);
    }
}
