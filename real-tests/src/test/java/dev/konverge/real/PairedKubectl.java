package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.http.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * kubectl against two servers at once: each call is made against both, and fails if the two answer differently. What it returns is
 * the first one's.
 */
final class PairedKubectl implements Kubectl {
    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** What explains a field, in English: the embedded server knows the fields, not what is told about them. */
    private static final Pattern PROSE = Pattern.compile("(?m)^ (?!\\S+ <|enum: ).*\\R|^\\R");

    private final Kubectl first;
    private final Kubectl second;
    private final Path home;

    /** The uids that the two servers gave to the same objects. */
    private final Map<String, String> uids = new HashMap<>();

    PairedKubectl(Kubectl first, Kubectl second, Path home) {
        this.first = first;
        this.second = second;
        this.home = home;
    }

    @Override
    public Call start(Map<String, String> environment, String... arguments) throws IOException {
        Call one = first.start(environment, arguments);
        try {
            return new Pair(String.join(" ", arguments), one, second.start(environment, translated(arguments)));
        } catch (IOException | RuntimeException failure) {
            one.close();
            throw failure;
        }
    }

    /** The arguments, and the files among them, with the uids of the second server. */
    private String[] translated(String... arguments) throws IOException {
        String[] all = arguments.clone();
        for (int i = 0; i < all.length; i++) {
            Path file = all[i].startsWith(home.toString()) ? Path.of(all[i]) : null;
            if (file == null) {
                all[i] = translated(all[i]);
            } else {
                Path copy = home.resolve("second").resolve(String.valueOf(file.getFileName()));
                Files.createDirectories(home.resolve("second"));
                all[i] = Files.writeString(copy, translated(Files.readString(file)))
                        .toString();
            }
        }
        return all;
    }

    private String translated(String text) {
        return UID.matcher(text).replaceAll(match -> uids.getOrDefault(match.group(), match.group()));
    }

    private void learn(String one, String other) {
        Iterator<MatchResult> ofOther = UID.matcher(other).results().iterator();
        UID.matcher(one).results().forEach(match -> {
            if (ofOther.hasNext()) {
                uids.put(match.group(), ofOther.next().group());
            }
        });
    }

    /** {@return the text without what may differ: ages, uids, versions, addresses, and how wide columns are for their sake} */
    private String normal(String command, String text) {
        String plain = text.replace(home.resolve("second").toString(), home.toString());
        for (Rule rule : Rule.values()) {
            plain = rule.pattern.matcher(plain).replaceAll(rule.replacement);
        }
        return command.contains(" explain ") ? PROSE.matcher(plain).replaceAll("") : plain;
    }

    /** What may differ, and what stands for it. */
    private enum Rule {
        UIDS(UID.pattern(), "UID"),
        // The embedded server does not pass for another: it says after the release what it is.
        RELEASE("(?<=v1\\.36\\.4)\\+konverge", ""),
        SERVER("https://127\\.0\\.0\\.1:\\d+", "SERVER"),
        TIME("\\b\\d{4}-\\d\\d-\\d\\d[T ][\\d:.]+(Z| \\+0000( UTC)?)", "TIME"),
        LONG_TIME("\\w{3}, \\d\\d \\w{3} \\d{4} [\\d:]+ \\+0000", "TIME"),
        VERSION("resourceVersion: \"\\d+\"", "resourceVersion: VERSION"),
        AGE("(?<=\\s)(\\d+[smhd]){1,2}(?=\\s|$)", "AGE"),
        DIFF_FOLDER("/(LIVE|MERGED)-\\d+/", "/$1/"),
        ADDRESS("10\\.\\d+\\.\\d+\\.\\d+", "ADDRESS"),
        COLUMNS("[ \\t]+", " ");

        private final Pattern pattern;
        private final String replacement;

        Rule(String pattern, String replacement) {
            this.pattern = Pattern.compile(pattern);
            this.replacement = replacement;
        }
    }

    private final class Pair implements Call {
        private final String command;
        private final Call one;
        private final Call other;

        Pair(String command, Call one, Call other) {
            this.command = command;
            this.one = one;
            this.other = other;
        }

        @Override
        public Result await() throws IOException, InterruptedException {
            Result expected = one.await();
            Result actual = other.await();
            learn(expected.out(), actual.out());
            assertThat(normal(command, actual.toString()))
                    .as("kubectl " + command + " against the embedded server, compared with the real one")
                    .isEqualTo(normal(command, expected.toString()));
            return expected;
        }

        /** The shorter one: whoever waits for a text waits for both. */
        @Override
        public String soFar() throws IOException {
            String expected = one.soFar();
            String actual = other.soFar();
            return expected.length() < actual.length() ? expected : actual;
        }

        @Override
        public boolean isAlive() {
            return one.isAlive() && other.isAlive();
        }

        @Override
        public void close() {
            one.close();
            other.close();
        }
    }
}
