package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Resources;
import dev.konverge.model.Selector;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.Pod;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The README's taste of the API, compiled and run. */
class ReadmeTest {
    @Test
    void theTasteWorks() {
        byte[] document = "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"labels\":{\"app\":\"api\"}}}"
                .getBytes(StandardCharsets.UTF_8);
        // spotless:off
        Deployment web = Deployment.builder()
                .metadata(m -> m.namespace("shop").name("web").putLabels("app", "web"))
                .spec(s -> s.replicas(3)
                        .selector(l -> l.putMatchLabels("app", "web"))
                        .template(t -> t.metadata(m -> m.putLabels("app", "web"))
                                .spec(p -> p.addContainers(c -> c.name("web").image("registry.example.com/web:1.4")))))
                .build();

        Deployment bigger = web.with(d -> d.spec(s -> s.replicas(5)));   // a changed copy; records never change

        byte[] json = Resources.toJson(bigger);                          // absent fields are never written
        Pod pod = Resources.fromJson(bytes, Pod.TYPE);                   // straight from bytes, no tree, no reflection

        Selector selector = Selector.parse("app in (web, api), tier != cache");
        boolean wanted = selector.matches(pod.metadata().labels());      // lists and maps are never null
        // spotless:on
        assertThat(new String(json, StandardCharsets.UTF_8))
                .startsWith("{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\",\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\"")
                .contains("\"replicas\":5");
        assertThat(web.spec()).isNotNull();
        assertThat(wanted).isTrue();
    }

    @Test
    void theReadmeShowsExactlyThat() throws Exception {
        Path here = Path.of("src/test/java/dev/konverge/cli/ReadmeTest.java");
        List<String> source = Files.readAllLines(here);
        List<String> taste = source.subList(source.indexOf("        // spotless:off") + 1, source.indexOf("        // spotless:on"));

        assertThat(Files.readString(Path.of("../README.md")))
                .contains("```java\n" + String.join("\n", taste).replace("\n        ", "\n").strip() + "\n```");
    }
}
