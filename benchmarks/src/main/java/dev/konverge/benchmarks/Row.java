package dev.konverge.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thing that was measured, for us and for each peer that took part.
 *
 * @param name the row's name, such as {@code decode}
 * @param unit the unit of all its figures, such as {@code pods/s}
 * @param better which figure is the better one
 * @param konverge our figure, or null if we did not take part
 * @param peers the figures of the peers, by name, and what is wanted
 * @param targets what we want to reach
 */
public record Row(
        String name,
        String unit,
        Better better,
        @Nullable Measured konverge,
        Map<String, Figure> peers,
        List<Target> targets) {
    /** The name of the contender that is us. */
    public static final String US = "konverge";

    /** What stands beside the peers if a value is wanted of us. */
    public static final String WANTED = "wanted";

    /** Copies its arguments and keeps the order of the peers. */
    public Row {
        peers = Collections.unmodifiableMap(new LinkedHashMap<>(peers));
        targets = List.copyOf(targets);
    }

    /** {@return the row that takes one metric of each contender of a contest} */
    public static Row of(
            String name, String unit, Better better, Standings standings, String metric, Target... targets) {
        var peers = new LinkedHashMap<>(standings.figures(metric));
        Measured us = peers.remove(US);
        return new Row(name, unit, better, us, new LinkedHashMap<>(peers), List.of(targets));
    }

    /** {@return this row with a value that we want to reach, whatever peers do} It stands beside them. */
    public Row wanting(double value) {
        var withWanted = new LinkedHashMap<>(peers);
        withWanted.put(WANTED, new Given(value));
        var withTarget = new ArrayList<>(targets);
        withTarget.add(new Target(WANTED, 1));
        return new Row(name, unit, better, konverge, withWanted, withTarget);
    }

    /** {@return how many times we are ahead of that peer, if both of us were measured} */
    public Optional<Ratio> ratio(String peer) {
        Figure theirs = peers.get(peer);
        return konverge == null || theirs == null ? Optional.empty() : Ratio.of(better, konverge, theirs);
    }

    /** {@return what we want to reach against that peer} */
    public Optional<Target> target(String peer) {
        return targets.stream().filter(target -> target.peer().equals(peer)).findFirst();
    }

    /** {@return whether we are as far ahead of that peer as we want to be; nothing if either of us was not measured} */
    Optional<Verdict> verdict(Target target) {
        return ratio(target.peer()).map(ratio -> ratio.verdict(target.ratio()));
    }

    Row renamed(String other) {
        return new Row(other, unit, better, konverge, peers, targets);
    }
}
