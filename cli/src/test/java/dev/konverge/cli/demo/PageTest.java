package dev.konverge.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {
    private static final long SECOND = 1_000_000_000L;

    private final StringWriter text = new StringWriter();

    private Page page(boolean live, boolean colours) {
        return new Page(new PrintWriter(text), new Page.Medium(live, colours, Integer.MAX_VALUE));
    }

    private Page page(int columns) {
        return new Page(new PrintWriter(text), new Page.Medium(true, true, columns));
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

    /** Some of what the story says, and the longest of it. */
    private void tellOn(Page page) {
        page.say("A Kubernetes API server is at https://127.0.0.1:43210, in this process and in memory.");
        page.chapter("The cluster stays up, with a Foo for you to play with. Ctrl-C ends it", 0);
        page.event("Pod", "example-7c6d9fdbb8-abcde", "created for ReplicaSet example-7c6d9fdbb8", SECOND);
        page.event("Foo", "example", "2 of 2 available", 2 * SECOND);
        page.done("there is a new one, and its pods run, every single one of them", 3 * SECOND);
    }

    private List<String> plainLines() {
        return text.toString().replaceAll("\u001b\\[[0-9]*m", "").lines().toList();
    }

    @Test
    void aNarrowTerminalBreaksNoWord() {
        tellOn(page(60));
        assertThat(plainLines())
                .containsExactly(
                        "A Kubernetes API server is at https://127.0.0.1:43210, in",
                        "this process and in memory.",
                        "",
                        "1. The cluster stays up, with a Foo for you to play with.",
                        "   Ctrl-C ends it",
                        "     1.00 s  Pod         example-7c6d9fdbb8-abcde created",
                        "                         for ReplicaSet example-7c6d9fdbb8",
                        "     2.00 s  Foo         example 2 of 2 available",
                        "   ✔ there is a new one, and its pods run, every single one",
                        "     of them, after 3.00 s");
        assertThat(text.toString())
                .contains("\u001b[1m   Ctrl-C ends it\u001b[0m")
                .contains("\u001b[32m✔\u001b[0m there");
    }

    @Test
    void whereThereIsRoomWhatHappenedKeepsItsColumn() {
        tellOn(page(80));
        assertThat(plainLines())
                .contains(
                        "     1.00 s  Pod         example-7c6d9fdbb8-abcde       created for ReplicaSet",
                        " ".repeat(56) + "example-7c6d9fdbb8",
                        "     2.00 s  Foo         example                        2 of 2 available");
    }

    @Test
    void everyWidthShowsAllWordsAndBreaksNone() {
        tellOn(page(Integer.MAX_VALUE));
        List<String> words = List.of(String.join(" ", plainLines()).strip().split("\\s+"));
        for (int columns = 1; columns < 130; columns++) {
            text.getBuffer().setLength(0);
            tellOn(page(columns));
            int width = columns;
            assertThat(String.join(" ", plainLines()).strip().split("\\s+"))
                    .as("%d columns", columns)
                    .containsExactlyElementsOf(words);
            assertThat(plainLines())
                    .as("%d columns", columns)
                    .allMatch(line -> line.length() <= width || !line.strip().contains(" "));
        }
    }

    @Test
    void whatIsToBeCopiedStaysInOnePiece() {
        String command = "   kubectl patch foo example --type merge -p '{\"spec\":{\"replicas\":3}}'";
        page(60).show(command);
        assertThat(text.toString().lines()).containsExactly(command);
    }
}
