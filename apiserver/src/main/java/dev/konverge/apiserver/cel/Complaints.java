package dev.konverge.apiserver.cel;

import dev.cel.common.CelIssue;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the compiler has to say, in the words that Kubernetes' compiler has for it. */
final class Complaints {
    private static final Pattern CANDIDATES = Pattern.compile(" \\(candidates: .*\\)$");
    private static final Pattern SYNTAX = Pattern.compile(
            "^(mismatched input|extraneous input|missing |no viable alternative|token recognition error|unsupported token)");

    private Complaints() {}

    static String of(CelValidationResult result) {
        return result.getErrors().stream()
                .map(issue -> CelIssue.formatError(place(issue), message(issue.getMessage())))
                .map(issue -> issue.toDisplayString(result.getSource()))
                .collect(Collectors.joining("\n"));
    }

    /** Of a macro, Kubernetes names the place of the argument, where the library names that of the parenthesis before. */
    private static CelSourceLocation place(CelIssue issue) {
        CelSourceLocation place = issue.getSourceLocation();
        return issue.getMessage().startsWith("invalid argument to has()")
                ? CelSourceLocation.of(place.getLine(), place.getColumn() + 1)
                : place;
    }

    static String message(String text) {
        if (text.startsWith("For input string")) {
            return "invalid int literal";
        }
        String own = CANDIDATES
                .matcher(text)
                .replaceFirst("")
                .replace("google.protobuf.Timestamp", "timestamp")
                .replace("google.protobuf.Duration", "duration")
                .replace("unsupported syntax '", "unsupported syntax: '")
                .replace("The argument must be a simple name", "argument must be a simple name");
        return SYNTAX.matcher(own).find() ? "Syntax error: " + own : own;
    }
}
