package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the README shows compiles and does what its comments say. */
class ReadmeTest {
    @Test
    void theTasteOfTheReadmeWorks() {
        byte[] bytes = "{\"metadata\":{\"name\":\"a\",\"labels\":{\"app\":\"web\"}}}".getBytes(StandardCharsets.UTF_8);

        Deployment web = Deployment.builder()
                .metadata(m -> m.namespace("shop").name("web").putLabels("app", "web"))
                .spec(s -> s.replicas(3)
                        .selector(l -> l.putMatchLabels("app", "web"))
                        .template(t -> t.metadata(m -> m.putLabels("app", "web"))
                                .spec(p -> p.addContainers(c -> c.name("web").image("registry.example.com/web:1.4")))))
                .build();

        Deployment bigger = web.with(d -> d.spec(s -> s.replicas(5))); // a changed copy; records never change

        byte[] json = Resources.toJson(bigger); // absent fields are never written
        Pod pod = Resources.fromJson(bytes, Pod.TYPE); // straight from bytes, no tree, no reflection

        Selector selector = LabelSelectors.parse("app in (web, api), tier != cache");
        boolean wanted = selector.matches(pod.metadata().labels()); // lists and maps are never null

        assertThat(wanted).isTrue();
        assertThat(json).asString(StandardCharsets.UTF_8).contains("\"replicas\":5");
        assertThat(web).isNotEqualTo(bigger);
    }

    @Test
    void theReadmeShowsJustThat() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/konverge/model/ReadmeTest.java"));
        String body = source.substring(source.indexOf("Deployment web ="), source.indexOf("assertThat(wanted)"));
        String readme = Files.readString(Path.of("../README.md"));
        int start = readme.indexOf("```java\n") + "```java\n".length();
        assertThat(words(readme.substring(start, readme.indexOf("```", start)))).isEqualTo(words(body));
    }

    private static List<String> words(String code) {
        return List.of(code.trim().split("\\s+", -1));
    }
}
