package dev.konverge.controller;

import java.util.ArrayList;
import java.util.List;

/** The difference between two texts, line by line, with a few lines around each change. Pure. */
final class LineDiff {
    private static final int CONTEXT = 2;

    /** So many pairs of lines are compared at most, which takes 16 MB: beyond that all between the first and the last change is one. */
    private static final long MOST_COMPARED = 4_000_000;

    private LineDiff() {}

    /** {@return lines that begin with a blank, a plus or a minus; none if the texts are the same} */
    static List<String> between(List<String> before, List<String> after) {
        List<String> all = all(before, after);
        boolean[] shown = new boolean[all.size()];
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).charAt(0) != ' ') {
                for (int j = Math.max(0, i - CONTEXT); j <= Math.min(all.size() - 1, i + CONTEXT); j++) {
                    shown[j] = true;
                }
            }
        }
        List<String> hunks = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (shown[i]) {
                if (i > 0 && !shown[i - 1] && !hunks.isEmpty()) {
                    hunks.add(" …");
                }
                hunks.add(all.get(i));
            }
        }
        return hunks;
    }

    private static List<String> all(List<String> before, List<String> after) {
        int shorter = Math.min(before.size(), after.size());
        int head = 0;
        while (head < shorter && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head
                && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        List<String> all = new ArrayList<>();
        before.subList(0, head).forEach(line -> all.add(" " + line));
        all.addAll(middle(before.subList(head, before.size() - tail), after.subList(head, after.size() - tail)));
        before.subList(before.size() - tail, before.size()).forEach(line -> all.add(" " + line));
        return all;
    }

    private static List<String> middle(List<String> before, List<String> after) {
        if ((long) before.size() * after.size() > MOST_COMPARED) {
            List<String> replaced = new ArrayList<>();
            before.forEach(line -> replaced.add("-" + line));
            after.forEach(line -> replaced.add("+" + line));
            return replaced;
        }
        return merge(before, after, common(before, after));
    }

    /** {@return the length of the longest common part of what follows each pair of places} */
    private static int[][] common(List<String> before, List<String> after) {
        int[][] length = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                length[i][j] = before.get(i).equals(after.get(j))
                        ? length[i + 1][j + 1] + 1
                        : Math.max(length[i + 1][j], length[i][j + 1]);
            }
        }
        return length;
    }

    private static List<String> merge(List<String> before, List<String> after, int[][] common) {
        List<String> all = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                all.add(" " + before.get(i));
                i++;
                j++;
            } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                all.add("-" + before.get(i++));
            } else {
                all.add("+" + after.get(j++));
            }
        }
        return all;
    }
}
