package dev.konverge.model;

import java.util.Map;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ScannerException;

/** What is wrong with a YAML text, in the words of the library that kubectl and servers read it with. */
final class YamlProblems {
    /** How a problem begins here, and all of it there. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("mapping values are not allowed here", "mapping values are not allowed in this context"),
            Map.entry("mapping keys are not allowed here", "mapping keys are not allowed in this context"),
            Map.entry(
                    "sequence entries are not allowed here", "block sequence entries are not allowed in this context"),
            Map.entry("expected the node content", "did not find expected node content"),
            Map.entry("expected ',' or ']'", "did not find expected ',' or ']'"),
            Map.entry("expected ',' or '}'", "did not find expected ',' or '}'"),
            Map.entry("expected '<document start>'", "did not find expected <document start>"),
            Map.entry("found unknown escape character", "found unknown escape character"),
            Map.entry("expected escape sequence", "did not find expected hexdecimal number"),
            Map.entry("found unexpected document separator", "found unexpected document indicator"),
            Map.entry("expected a comment or a line break", "did not find expected comment or line break"),
            Map.entry("expected indentation indicator", "found an indentation indicator equal to 0"),
            Map.entry("expected alphabetic or numeric", "did not find expected alphabetic or numeric character"),
            Map.entry("expected URI", "did not find expected tag URI"),
            Map.entry("expected '!'", "did not find expected '!'"),
            Map.entry("found undefined tag handle", "found undefined tag handle"),
            Map.entry("found character", "found character that cannot start any token"));

    private YamlProblems() {}

    /** {@return the problem, with its line where that is not the first}: so that library counts. */
    static String words(MarkedYamlEngineException wrong) {
        int line = wrong.getProblemMark().map(mark -> line(mark, wrong)).orElse(0);
        if (line != 0) {
            line += wrong instanceof ScannerException ? 1 : 0;
        } else {
            line = wrong.getContextMark().map(Mark::getLine).orElse(0);
        }
        return (line == 0 ? "" : "line " + line + ": ") + problem(wrong);
    }

    /** The end of a text begins a line of its own. */
    private static int line(Mark mark, MarkedYamlEngineException wrong) {
        boolean atEnd = String.valueOf(wrong.getProblem()).contains("<stream end>") && mark.getColumn() != 0;
        return mark.getLine() + (atEnd ? 1 : 0);
    }

    private static String problem(MarkedYamlEngineException wrong) {
        String problem = String.valueOf(wrong.getProblem());
        if (problem.startsWith("expected <block end>")) {
            return String.valueOf(wrong.getContext()).contains("mapping")
                    ? "did not find expected key"
                    : "did not find expected '-' indicator";
        }
        return WORDS.entrySet().stream()
                .filter(entry -> problem.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(problem);
    }
}
