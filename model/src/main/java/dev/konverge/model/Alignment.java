package dev.konverge.model;

import java.util.ArrayList;
import java.util.List;

/** Which elements of two lists are the same element at two times, in the same order in both, as {@link Likeness} tells. */
final class Alignment {
    /** Beyond so many comparisons the lists are compared place by place; no list of an object of Kubernetes' comes near. */
    private static final int MOST_CELLS = 250_000;

    /** An element of the first list and one of the second, by index. */
    record Pair(int before, int after) {}

    private final Likeness likeness;

    private Alignment(Likeness likeness) {
        this.likeness = likeness;
    }

    /** {@return the pairs that are in order in both lists, in that order} */
    static List<Pair> of(List<Json> before, List<Json> after) {
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
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < head; i++) {
            pairs.add(new Pair(i, i));
        }
        new Alignment(new Likeness(before, after))
                .middle(
                        before.subList(head, before.size() - tail),
                        after.subList(head, after.size() - tail),
                        head,
                        pairs);
        for (int i = tail; i > 0; i--) {
            pairs.add(new Pair(before.size() - i, after.size() - i));
        }
        return pairs;
    }

    private void middle(List<Json> before, List<Json> after, int offset, List<Pair> pairs) {
        if ((long) before.size() * after.size() > MOST_CELLS) {
            for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
                if (likeness.of(before.get(i), after.get(i)) != Likeness.NEVER) {
                    pairs.add(new Pair(offset + i, offset + i));
                }
            }
            return;
        }
        int[][] best = best(before, after);
        int i = 0;
        int j = 0;
        while (i < before.size() && j < after.size()) {
            int alike = likeness.of(before.get(i), after.get(j));
            if (alike != Likeness.NEVER && best[i][j] == alike + best[i + 1][j + 1]) {
                pairs.add(new Pair(offset + i++, offset + j++));
            } else if (best[i][j] == best[i + 1][j]) {
                i++;
            } else {
                j++;
            }
        }
    }

    /** The greatest sum of likenesses for the rests of both lists, from each pair of places on. */
    private int[][] best(List<Json> before, List<Json> after) {
        int[][] best = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                int alike = likeness.of(before.get(i), after.get(j));
                int paired = alike == Likeness.NEVER ? 0 : alike + best[i + 1][j + 1];
                best[i][j] = Math.max(paired, Math.max(best[i + 1][j], best[i][j + 1]));
            }
        }
        return best;
    }
}
