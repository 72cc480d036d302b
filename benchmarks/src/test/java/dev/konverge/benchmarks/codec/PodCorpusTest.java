package dev.konverge.benchmarks.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PodCorpusTest {
    private final PodCorpus corpus = new PodCorpus(1, 100);

    private static String text(byte[] document) {
        return new String(document, StandardCharsets.UTF_8);
    }

    @Test
    void theSameSeedGivesTheSameBytesAndAnotherSeedOthers() {
        assertThat(new PodCorpus(1, 100).pod(123)).isEqualTo(corpus.pod(123));
        assertThat(new PodCorpus(2, 100).pod(123)).isNotEqualTo(corpus.pod(123));
    }

    @Test
    void aPodIsAboutElevenKilobytesAThirdOfItManagedFields() {
        double bytes = 0;
        double managed = 0;
        for (byte[] pod : corpus.pods(1000)) {
            assertThat(pod.length).isBetween(9_000, 14_000);
            bytes += pod.length;
            String text = text(pod);
            managed += text.indexOf("\"spec\":") - text.indexOf("\"managedFields\":");
        }
        assertThat(bytes / 1000).isBetween(10_000.0, 11_500.0);
        assertThat(managed / bytes).isBetween(0.25, 0.35);
    }

    @Test
    void everyPodHasItsOwnNameIdentityAndContainers() {
        Set<String> seen = new HashSet<>();
        for (byte[] pod : corpus.pods(1000)) {
            String text = text(pod);
            var unique = Pattern.compile("\"metadata\":\\{\"name\":\"([^\"]+)\"|,\"uid\":\"([^\"]+)\",\"resourceVersion"
                    + "|\"containerID\":\"([^\"]+)\"");
            unique.matcher(text)
                    .results()
                    .forEach(match -> assertThat(seen.add(match.group())).isTrue());
        }
        assertThat(seen).hasSizeBetween(4000, 5000);
    }

    @Test
    void podsOfOneWorkloadHaveTheSameContainersAndThoseOfAnotherDoNot() {
        assertThat(containers(corpus, 1)).isEqualTo(containers(corpus, 99)).isNotEqualTo(containers(corpus, 100));
        var alone = new PodCorpus(1, 1);
        assertThat(containers(alone, 1)).isNotEqualTo(containers(alone, 2));
    }

    /** The containers of a pod, but for the name of the volume with its token. */
    private static String containers(PodCorpus corpus, int number) {
        String text = text(corpus.pod(number));
        return text.substring(text.indexOf("\"containers\":"), text.indexOf("\"restartPolicy\":"))
                .replaceAll("kube-api-access-\\w+", "token");
    }
}
