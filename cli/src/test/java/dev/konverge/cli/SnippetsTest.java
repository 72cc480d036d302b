package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.codegen.crd.CrdGenerator;
import dev.konverge.codegen.source.CustomResourceGenerator.Part;
import dev.konverge.testkit.TestCluster;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The code in the documentation. */
class SnippetsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    /** The pages whose code is run are compiled there. */
    @ParameterizedTest
    @ValueSource(strings = {"docs/testing.md", "docs/migration.md", "docs/custom-resources.md"})
    void everySnippetOfAPageCompiles(String page) throws Exception {
        Snippets snippets = new Snippets(page);
        assertThat(snippets.blocks("java")).isNotEmpty();
        assertThat(snippets.java(folder).compile()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "README.md, snippets.WebsiteTest",
        "docs/guide.md, com.example.WebsiteTest",
        "docs/webhooks.md, snippets.TeamsTest"
    })
    void whatAPageBuildsPassesTheTestOfThatPage(String page, String testClass) throws Exception {
        assertThat(new Snippets(page).java(folder).compile()).isEmpty();
        URL[] urls = {folder.toUri().toURL()};
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls, SnippetsTest.class.getClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> type = loader.loadClass(testClass);
            List<Method> tests = List.of(type.getDeclaredMethods()).stream()
                    .filter(method -> method.isAnnotationPresent(Test.class))
                    .toList();
            assertThat(tests).isNotEmpty();
            for (Method test : tests) {
                var constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                test.setAccessible(true);
                try (TestCluster cluster = TestCluster.virtual(1)) {
                    test.invoke(constructor.newInstance(), cluster);
                }
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void theFirstTestOfTheGuideIsShort() throws Exception {
        assertThat(new Snippets("docs/guide.md").blocks("java"))
                .filteredOn(block -> block.contains("class WebsiteTest"))
                .singleElement()
                .asString()
                .satisfies(block -> assertThat(
                                block.substring(block.indexOf("@WithCluster")).lines())
                        .hasSizeLessThan(15));
    }

    @Test
    void theDefinitionInTheGuideBecomesJava() throws Exception {
        List<String> definitions = new Snippets("docs/guide.md")
                .blocks("yaml").stream()
                        .filter(block -> block.contains("kind: CustomResourceDefinition"))
                        .toList();
        assertThat(definitions).hasSize(1);
        Path sources = folder.resolve("sources");
        new CrdGenerator("com.example", EnumSet.allOf(Part.class))
                .fromText("website.yaml", definitions.getFirst(), sources);
        assertThat(new Compilation(folder.resolve("classes")).folder(sources).compile())
                .isEmpty();
        assertThat(sources.resolve("com/example/v1/Website.java")).exists();
    }
}
