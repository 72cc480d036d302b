package dev.konverge.apiserver.kind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What differs between two texts, in the form that people know: unified, with three lines around each change.
 *
 * <p>The longest run of lines that both have stays, then the longest on each side of it, and so on. Lines that a long text has very
 * often are no beginning of a run. This is what the tool does that Kubernetes' messages come from; another way to find the changes
 * would be as true and give other messages.
 */
final class LineDiff {
    private static final int AROUND = 3;
    private static final int LONG = 200;

    /** A run of lines that are in both. */
    private record Run(int before, int after, int length) {}

    /** A part of both texts, the same in both or not. */
    private record Part(boolean same, int before, int beforeEnd, int after, int afterEnd) {
        Part shortened(boolean atStart) {
            return atStart
                    ? new Part(
                            same,
                            Math.max(before, beforeEnd - AROUND),
                            beforeEnd,
                            Math.max(after, afterEnd - AROUND),
                            afterEnd)
                    : new Part(
                            same,
                            before,
                            Math.min(beforeEnd, before + AROUND),
                            after,
                            Math.min(afterEnd, after + AROUND));
        }
    }

    private final List<String> before;
    private final List<String> after;
    private final Map<String, List<Integer>> places = new HashMap<>();

    private LineDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
        for (int i = 0; i < after.size(); i++) {
            places.computeIfAbsent(after.get(i), line -> new ArrayList<>()).add(i);
        }
        if (after.size() >= LONG) {
            Set<String> frequent = new HashSet<>();
            places.forEach((line, at) -> {
                if (at.size() > after.size() / 100 + 1) {
                    frequent.add(line);
                }
            });
            places.keySet().removeAll(frequent);
        }
    }

    /** {@return the differences, each line of them ended; nothing if there are none} */
    static String of(List<String> before, List<String> after) {
        LineDiff diff = new LineDiff(before, after);
        StringBuilder text = new StringBuilder();
        for (List<Part> hunk : diff.hunks()) {
            diff.write(hunk, text);
        }
        return text.toString();
    }

    private void write(List<Part> hunk, StringBuilder text) {
        Part first = hunk.get(0);
        Part last = hunk.get(hunk.size() - 1);
        text.append("@@ -")
                .append(range(first.before, last.beforeEnd))
                .append(" +")
                .append(range(first.after, last.afterEnd))
                .append(" @@\n");
        for (Part part : hunk) {
            if (part.same) {
                lines(before.subList(part.before, part.beforeEnd), ' ', text);
            } else {
                lines(before.subList(part.before, part.beforeEnd), '-', text);
                lines(after.subList(part.after, part.afterEnd), '+', text);
            }
        }
    }

    private static void lines(List<String> lines, char mark, StringBuilder text) {
        lines.forEach(line -> text.append(mark).append(line).append('\n'));
    }

    private static String range(int start, int end) {
        int length = end - start;
        if (length == 1) {
            return Integer.toString(start + 1);
        }
        return (length == 0 ? start : start + 1) + "," + length;
    }

    private List<List<Part>> hunks() {
        List<Part> parts = parts();
        List<List<Part>> hunks = new ArrayList<>();
        List<Part> hunk = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            boolean edge = i == 0 || i == parts.size() - 1;
            boolean far = part.same && part.beforeEnd - part.before > 2 * AROUND;
            if (part.same && edge) {
                hunk.add(part.shortened(i == 0));
            } else if (far) {
                hunk.add(part.shortened(false));
                hunks.add(hunk);
                hunk = new ArrayList<>(List.of(part.shortened(true)));
            } else {
                hunk.add(part);
            }
        }
        hunks.add(hunk);
        return hunks.stream()
                .filter(found -> found.stream().anyMatch(part -> !part.same))
                .toList();
    }

    private List<Part> parts() {
        List<Run> runs = new ArrayList<>();
        runs(0, before.size(), 0, after.size(), runs);
        runs.add(new Run(before.size(), after.size(), 0));
        List<Part> parts = new ArrayList<>();
        int here = 0;
        int there = 0;
        for (Run run : runs) {
            if (here < run.before || there < run.after) {
                parts.add(new Part(false, here, run.before, there, run.after));
            }
            here = run.before + run.length;
            there = run.after + run.length;
            if (run.length > 0) {
                parts.add(new Part(true, run.before, here, run.after, there));
            }
        }
        return joined(parts);
    }

    private static List<Part> joined(List<Part> parts) {
        List<Part> joined = new ArrayList<>();
        for (Part part : parts) {
            Part last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && last.same && part.same) {
                joined.set(joined.size() - 1, new Part(true, last.before, part.beforeEnd, last.after, part.afterEnd));
            } else {
                joined.add(part);
            }
        }
        return joined;
    }

    private void runs(int start, int end, int otherStart, int otherEnd, List<Run> runs) {
        Run longest = longest(start, end, otherStart, otherEnd);
        if (longest.length == 0) {
            return;
        }
        if (start < longest.before && otherStart < longest.after) {
            runs(start, longest.before, otherStart, longest.after, runs);
        }
        runs.add(longest);
        int next = longest.before + longest.length;
        int otherNext = longest.after + longest.length;
        if (next < end && otherNext < otherEnd) {
            runs(next, end, otherNext, otherEnd, runs);
        }
    }

    private Run longest(int start, int end, int otherStart, int otherEnd) {
        Run best = new Run(start, otherStart, 0);
        Map<Integer, Integer> endingAt = Map.of();
        for (int i = start; i < end; i++) {
            Map<Integer, Integer> next = new HashMap<>();
            for (int j : places.getOrDefault(before.get(i), List.of())) {
                if (j >= otherStart && j < otherEnd) {
                    int length = endingAt.getOrDefault(j - 1, 0) + 1;
                    next.put(j, length);
                    if (length > best.length) {
                        best = new Run(i - length + 1, j - length + 1, length);
                    }
                }
            }
            endingAt = next;
        }
        return extended(best, start, end, otherStart, otherEnd);
    }

    /** {@return a run with the frequent lines around it that are the same too} */
    private Run extended(Run run, int start, int end, int otherStart, int otherEnd) {
        int first = run.before;
        int otherFirst = run.after;
        int length = run.length;
        while (first > start && otherFirst > otherStart && before.get(first - 1).equals(after.get(otherFirst - 1))) {
            first--;
            otherFirst--;
            length++;
        }
        while (first + length < end
                && otherFirst + length < otherEnd
                && before.get(first + length).equals(after.get(otherFirst + length))) {
            length++;
        }
        return new Run(first, otherFirst, length);
    }
}
