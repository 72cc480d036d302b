package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages at the root and in docs promise. */
class DocumentationTest {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]+)(#[^)]*)?\\)");

    private static List<Path> pages() throws IOException {
        try (Stream<Path> root = Files.list(REPOSITORY);
                Stream<Path> docs = Files.walk(REPOSITORY.resolve("docs"))) {
            return Stream.concat(root, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void everyLinkToAFileLeadsSomewhere() throws IOException {
        assertThat(pages()).hasSizeGreaterThan(5);
        for (Path page : pages()) {
            Path folder = Objects.requireNonNull(page.getParent());
            LINK.matcher(Files.readString(page))
                    .results()
                    .map(link -> link.group(1))
                    .filter(target -> !target.startsWith("http"))
                    .forEach(target -> assertThat(folder.resolve(target))
                            .as("a link in " + page)
                            .exists());
        }
    }

    @Test
    void everyLinkToAHeadingLeadsToOne() throws IOException {
        for (Path page : pages()) {
            Path folder = Objects.requireNonNull(page.getParent());
            Pattern.compile("]\\(([^)#\\s]*\\.md)?#([^)]+)\\)")
                    .matcher(Files.readString(page))
                    .results()
                    .forEach(link -> assertThat(anchors(link.group(1) == null ? page : folder.resolve(link.group(1))))
                            .as("headings that " + page + " refers to")
                            .contains(link.group(2)));
        }
    }

    /** What GitHub makes of headings: lower case, without punctuation, spaces as hyphens. */
    private static List<String> anchors(Path page) {
        try {
            return Pattern.compile("^#+ (.*)$", Pattern.MULTILINE)
                    .matcher(Files.readString(page))
                    .results()
                    .map(heading -> heading.group(1)
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^a-z0-9 _-]", "")
                            .replace(' ', '-'))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void everyCommandThatAPageNamesExists() throws IOException {
        String help = HelpText.read();
        for (Path page : pages()) {
            Pattern.compile("\\./konverge ([a-z][a-z-]*)")
                    .matcher(Files.readString(page))
                    .results()
                    .map(command -> command.group(1))
                    .forEach(command -> assertThat(help)
                            .as("the list of commands, for " + page)
                            .containsPattern("(?m)^  " + command + " "));
        }
    }

    @Test
    void everyDecisionIsInTheIndex() throws IOException {
        String index = Files.readString(REPOSITORY.resolve("docs/adr/README.md"));
        try (Stream<Path> decisions = Files.list(REPOSITORY.resolve("docs/adr"))) {
            decisions
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("\\d{4}-.*\\.md"))
                    .forEach(name -> assertThat(index).contains("](" + name + ")"));
        }
    }

    private static List<String> modules() throws IOException {
        return Pattern.compile("<module>([^<]*)</module>")
                .matcher(Files.readString(REPOSITORY.resolve("pom.xml")))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void everyModuleIsInTheReadme() throws IOException {
        String readme = Files.readString(REPOSITORY.resolve("README.md"));
        assertThat(modules())
                .isNotEmpty()
                .allSatisfy(module -> assertThat(readme).contains("[`" + module + "`]"));
    }

    @Test
    void aModuleHasNothingButItsBuildAndItsSources() throws IOException {
        for (String module : modules()) {
            try (Stream<Path> files = Files.list(REPOSITORY.resolve(module))) {
                assertThat(files.map(file -> file.getFileName().toString()))
                        .as("the folder of " + module)
                        .isSubsetOf("pom.xml", "src", "target", "peers");
            }
        }
    }

    /** Elsewhere in a line a tag is plain text, and a full stop after {@code @return} is a second one. */
    @Test
    void tagsOfCommentsStandWhereTheyAreRead() throws IOException {
        Pattern misplaced = Pattern.compile("/\\*\\* .*[^ *] @(throws|param|see) |\\{@return [^{}]*}\\.(\\s|$)");
        for (String module : modules()) {
            try (Stream<Path> files = Files.walk(REPOSITORY.resolve(module).resolve("src"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    assertThat(Files.readAllLines(file))
                            .as(file.toString())
                            .noneMatch(line -> misplaced.matcher(line).find());
                }
            }
        }
    }
}
