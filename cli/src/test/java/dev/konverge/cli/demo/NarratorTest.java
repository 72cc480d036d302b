package dev.konverge.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Clock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NarratorTest {
    private final StringWriter text = new StringWriter();
    private long now;

    private final Clock clock = new Clock() {
        @Override
        public Instant now() {
            return Instant.EPOCH;
        }

        @Override
        public long nanoTime() {
            return now;
        }
    };

    private final Narrator narrator =
            new Narrator(new Page(new PrintWriter(text), new Page.Medium(false, false, Integer.MAX_VALUE)), clock);

    private List<String> told() {
        return text.toString()
                .lines()
                .filter(line -> line.contains(" s  "))
                .map(line -> line.replaceAll(".* ", ""))
                .toList();
    }

    @Test
    void whatHappenedFirstIsToldFirstEvenIfHeardOfLater() {
        narrator.event(7, "ReplicaSet", "example", "second");
        narrator.event(5, "Deployment", "example", "first");
        narrator.tell();
        assertThat(told()).isEmpty();

        now += Narrator.PATIENCE.toNanos() / 2;
        narrator.event(9, "Pod", "example", "third");
        narrator.event(6, "Foo", "example", "between");
        now += Narrator.PATIENCE.toNanos() / 2;
        narrator.tell();
        assertThat(told()).containsExactly("first", "between", "second");
    }

    @Test
    void aChapterEndsWithAllThatWasHeardOfInIt() {
        narrator.chapter("One");
        narrator.event(2, "Foo", "example", "second");
        narrator.event(1, "Foo", "example", "first");
        narrator.done("there", now);
        narrator.event(3, "Foo", "example", "third");
        narrator.chapter("Two");
        narrator.event(4, "Foo", "example", "fourth");
        narrator.end();
        assertThat(told()).containsExactly("first", "second", "third", "fourth");
        assertThat(text.toString().indexOf("second")).isLessThan(text.toString().indexOf("there"));
        assertThat(text.toString().indexOf("third")).isLessThan(text.toString().indexOf("2. Two"));
    }
}
