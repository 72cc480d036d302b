package dev.konverge.benchmarks;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One thing that was measured, for us and for each peer that took part.
 *
 * @param name the row's name, such as {@code decode}
 * @param unit the unit of all its figures, such as {@code pods/s}
 * @param better which figure is the better one
 * @param konverge our figure, or null if we did not take part
 * @param peers the figures of the peers, by name
 * @param targets what we want to reach
 */
public record Row(
        String name,
        String unit,
        Better better,
        @Nullable Figure konverge,
        Map<String, Figure> peers,
        List<Target> targets) {
    /** The name of the contender that is us. */
    public static final String US = "konverge";

    /** Copies its arguments and keeps the order of the peers. */
    public Row {
        peers = Collections.unmodifiableMap(new LinkedHashMap<>(peers));
        targets = List.copyOf(targets);
    }

    /** {@return the row that takes one metric of each contender of a contest} */
    public static Row of(
            String name, String unit, Better better, Standings standings, String metric, Target... targets) {
        var peers = new LinkedHashMap<>(standings.figures(metric));
        Figure us = peers.remove(US);
        return new Row(name, unit, better, us, peers, List.of(targets));
    }

    /** {@return how many times we are ahead of that peer, if both of us were measured} */
    public OptionalDouble ratio(String peer) {
        Figure theirs = peers.get(peer);
        return konverge == null || theirs == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(better.ratio(konverge.median(), theirs.median()));
    }

    /** {@return what we want to reach against that peer} */
    public Optional<Target> target(String peer) {
        return targets.stream().filter(target -> target.peer().equals(peer)).findFirst();
    }

    /** {@return whether we are as far ahead of that peer as we want to be; not if either of us was not measured} */
    boolean meets(Target target) {
        OptionalDouble ratio = ratio(target.peer());
        return ratio.isPresent() && ratio.getAsDouble() >= target.ratio();
    }

    Row renamed(String other) {
        return new Row(other, unit, better, konverge, peers, targets);
    }
}
