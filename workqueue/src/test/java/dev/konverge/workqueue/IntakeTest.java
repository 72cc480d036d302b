package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class IntakeTest {
    private final Intake<String> intake = new Intake<>();

    private record Why(String text) implements Cause {}

    private int push(String key) {
        return intake.push(new Intake.Add<>(key, KeySlab.hash(key)));
    }

    private List<String> takeAll() {
        var keys = new ArrayList<String>();
        for (Intake.Add<String> add = intake.takeAll(); add != null; add = add.next()) {
            keys.add(add.key);
        }
        return keys;
    }

    @Test
    void addsAreTakenInTheirOrder() {
        assertThat(intake.isEmpty()).isTrue();
        assertThat(push("a")).isEqualTo(1);
        assertThat(push("b")).isEqualTo(2);
        assertThat(push("c")).isEqualTo(3);
        assertThat(intake.isEmpty()).isFalse();
        assertThat(takeAll()).containsExactly("a", "b", "c");
    }

    @Test
    void takingLeavesNothing() {
        push("a");
        takeAll();
        assertThat(intake.isEmpty()).isTrue();
        assertThat(takeAll()).isEmpty();
        assertThat(push("b")).isEqualTo(1);
        assertThat(takeAll()).containsExactly("b");
    }

    @Test
    void aDetailedAddKeepsWhatItWasGiven() {
        var causes = Causes.of(new Why("asked"));
        intake.push(new Intake.DetailedAdd<>("a", 1, 7, causes, 42));
        Intake.Add<String> add = Objects.requireNonNull(intake.takeAll());
        assertThat(add.priority()).isEqualTo(7);
        assertThat(add.causes()).isSameAs(causes);
        assertThat(add.time()).isEqualTo(42);
    }
}
