package dev.konverge.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/**
 * Which elements of two lists are the same element at two times.
 *
 * <p>Equal elements are, before those with the same key, such as a name, before those of which nothing says that they are not. Elements with
 * different keys never are: what is known of one container says nothing of another.
 */
final class Alignment {
    private static final int EQUAL = 4;
    private static final int SAME_KEY = 3;
    private static final int PERHAPS = 1;
    private static final int NEVER = 0;

    /** The fields by which Kubernetes merges lists of objects; an element's is the first that it has. */
    private static final List<String> KEYS =
            List.of("mountPath", "devicePath", "containerPort", "uid", "name", "topologyKey", "ip", "port", "type");

    /** Beyond so many comparisons the lists are compared place by place; no list of an object of Kubernetes' comes near. */
    private static final int MOST_CELLS = 250_000;

    /** An element of the first list and one of the second, by index. */
    record Pair(int before, int after) {}

    private Alignment() {}

    /** {@return the pairs, those of elements that are equal or have the same key in other places among them} */
    static List<Pair> anywhere(List<Json> before, List<Json> after) {
        List<Pair> pairs = of(before, after);
        BitSet stayed = new BitSet();
        BitSet known = new BitSet();
        pairs.forEach(pair -> {
            stayed.set(pair.before());
            known.set(pair.after());
        });
        for (int j = known.nextClearBit(0); j < after.size(); j = known.nextClearBit(j + 1)) {
            for (int i = stayed.nextClearBit(0); i < before.size(); i = stayed.nextClearBit(i + 1)) {
                if (likeness(before.get(i), after.get(j)) >= SAME_KEY) {
                    stayed.set(i);
                    pairs.add(new Pair(i, j));
                    break;
                }
            }
        }
        return pairs;
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
        middle(before.subList(head, before.size() - tail), after.subList(head, after.size() - tail), head, pairs);
        for (int i = tail; i > 0; i--) {
            pairs.add(new Pair(before.size() - i, after.size() - i));
        }
        return pairs;
    }

    private static void middle(List<Json> before, List<Json> after, int offset, List<Pair> pairs) {
        if ((long) before.size() * after.size() > MOST_CELLS) {
            for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
                if (likeness(before.get(i), after.get(i)) != NEVER) {
                    pairs.add(new Pair(offset + i, offset + i));
                }
            }
            return;
        }
        int[][] best = best(before, after);
        int i = 0;
        int j = 0;
        while (i < before.size() && j < after.size()) {
            int likeness = likeness(before.get(i), after.get(j));
            if (likeness != NEVER && best[i][j] == likeness + best[i + 1][j + 1]) {
                pairs.add(new Pair(offset + i++, offset + j++));
            } else if (best[i][j] == best[i + 1][j]) {
                i++;
            } else {
                j++;
            }
        }
    }

    /** The greatest sum of likenesses for the rests of both lists, from each pair of places on. */
    private static int[][] best(List<Json> before, List<Json> after) {
        int[][] best = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                int likeness = likeness(before.get(i), after.get(j));
                int paired = likeness == NEVER ? 0 : likeness + best[i + 1][j + 1];
                best[i][j] = Math.max(paired, Math.max(best[i + 1][j], best[i][j + 1]));
            }
        }
        return best;
    }

    private static int likeness(Json before, Json after) {
        if (before.equals(after)) {
            return EQUAL;
        }
        if (!(before instanceof Json.Obj left) || !(after instanceof Json.Obj right)) {
            return before.getClass() == after.getClass() ? PERHAPS : NEVER;
        }
        String key = key(left);
        if (!key.equals(key(right))) {
            return NEVER;
        }
        return key.isEmpty() ? PERHAPS : Objects.equals(left.get(key), right.get(key)) ? SAME_KEY : NEVER;
    }

    /** {@return the name of the field that tells an element from others, empty if it has none} */
    private static String key(Json.Obj element) {
        for (String key : KEYS) {
            if (element.get(key) != null) {
                return key;
            }
        }
        return "";
    }

    /** {@return whether it is certain that two elements are the same one} */
    static boolean isTheSame(Json before, Json after) {
        return likeness(before, after) >= SAME_KEY;
    }
}
