package dev.konverge.codegen.processor;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The formats of texts that a server checks. Any other it ignores, whatever the text is, and says so only in a warning that nobody
 * sees who installs definitions by a program.
 */
final class TextFormats {
    /** As apiextensions has them; the last two from Kubernetes 1.34 on. */
    private static final List<String> KNOWN = List.of(
            "bsonobjectid",
            "byte",
            "cidr",
            "creditcard",
            "date",
            "date-time",
            "duration",
            "email",
            "hexcolor",
            "hostname",
            "ipv4",
            "ipv6",
            "isbn",
            "isbn10",
            "isbn13",
            "mac",
            "password",
            "rgbcolor",
            "ssn",
            "uri",
            "uuid",
            "uuid3",
            "uuid4",
            "uuid5",
            "k8s-long-name",
            "k8s-short-name");

    private TextFormats() {}

    /** {@return why a server would ignore a format, and what to write instead; none if it would not} */
    static Optional<String> objection(String format) {
        String name = normal(format);
        if (KNOWN.stream().anyMatch(known -> normal(known).equals(name))) {
            return Optional.empty();
        }
        String instead = KNOWN.stream()
                .filter(known -> distance(name, normal(known))
                        <= Math.max(1, normal(known).length() / 3))
                .min(Comparator.comparingInt(known -> distance(name, normal(known))))
                .map(known -> "did you mean \"" + known + "\"?")
                .orElse("it knows " + String.join(", ", KNOWN));
        return Optional.of("which the server does not know and would ignore; " + instead);
    }

    /** The server does not look at dashes. */
    private static String normal(String format) {
        return format.replace("-", "");
    }

    /** {@return how many letters must be added, taken away, changed, or swapped with the next} */
    private static int distance(String a, String b) {
        int[][] steps = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                steps[i][j] = i == 0 || j == 0 ? i + j : step(steps, a, b, i, j);
            }
        }
        return steps[a.length()][b.length()];
    }

    private static int step(int[][] steps, String a, String b, int i, int j) {
        int changed = steps[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int least = Math.min(changed, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, steps[i - 2][j - 2] + 1) : least;
    }
}
