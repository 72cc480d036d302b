package dev.konverge.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class PageTest {
    private static final long SECOND = 1_000_000_000L;

    private final StringWriter text = new StringWriter();

    private Page page(boolean live, boolean colours) {
        return new Page(new PrintWriter(text), new Page.Medium(live, colours));
    }

    @Test
    void onATerminalABarIsWrittenOverAndNeverBroken() {
        Page page = page(true, false);
        page.chapter("Many", 0);
        for (int done = 0; done <= 20; done++) {
            page.progress("converged", done, 20, done * SECOND);
        }
        page.done("all there", 20 * SECOND);
        assertThat(text.toString().split("\n", -1)).as("lines").hasSize(5);
        // Each begins at the start of an erased line, with wrapping off, and turns it on again.
        assertThat(text.toString().split("\r\u001b\\[K\u001b\\[\\?7l", -1))
                .hasSize(22)
                .filteredOn(bar -> bar.contains("converged"))
                .hasSize(21)
                .allMatch(bar -> bar.contains("\u001b[?7h"));
    }

    @Test
    void whereNothingCanBeWrittenOverProgressIsToldInTenSteps() {
        Page page = page(false, false);
        page.chapter("Many", 0);
        for (int done = 0; done <= 1000; done++) {
            page.progress("converged", done, 1000, done * SECOND / 100);
        }
        assertThat(text.toString().lines().filter(line -> line.contains("converged")))
                .hasSize(11)
                .first()
                .asString()
                .startsWith("   converged     0 of 1,000    0.0 s ░");
        assertThat(text.toString()).doesNotContain("\r").doesNotContain("\u001b");
    }

    @Test
    void coloursAreShownOnlyToThoseWhoWantThem() {
        page(true, false).chapter("One", 0);
        assertThat(text.toString()).doesNotContain("\u001b");
        page(true, true).chapter("One", 0);
        assertThat(text.toString()).contains("\u001b[1m1. One\u001b[0m");
    }

    @Test
    void anUnfinishedBarIsLeftBehindBeforeSomebodyElseWrites() {
        Page page = page(true, false);
        page.chapter("Many", 0);
        page.progress("converged", 3, 9, SECOND);
        page.endLine();
        page.endLine();
        assertThat(text.toString()).endsWith("░\u001b[?7h" + System.lineSeparator());
    }

    @Test
    void longNamesAreShortenedAndTimeDoesNotGoBack() {
        Page page = page(false, false);
        page.chapter("One", 0);
        page.event("Pod", "a".repeat(20) + "b".repeat(20), "created", 2 * SECOND);
        page.event("Foo", "example", "created", SECOND);
        assertThat(text.toString())
                .contains("     2.00 s  Pod         aaaaaaaaaaaaaa…bbbbbbbbbbbbbbb created")
                .contains("     2.00 s  Foo         example ");
    }
}
