package dev.konverge.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How many times we are ahead of a peer, and between what the rounds leave that.
 *
 * <p>The ratio is that of the two medians. For the interval each round of ours is divided by the peer's of the same round, which was next to it in
 * time: what the machine did meanwhile befell both. Of these ratios, sorted, as many are left out at either end as the sign test allows: the median of
 * all rounds that there could be is outside only if that many coins all fall to one side, by chance at most one time in ten, and so one time in
 * twenty on the side that matters for a target. Nothing is assumed of how rounds are distributed, except that they do not depend on each other; those of one
 * process resemble each other, which is why there are several ({@link Options#forks}). Fewer than five rounds are too few for that, and all of them are within.
 *
 * @param estimate the ratio of the medians; above 1 we are ahead
 * @param low where the interval begins
 * @param high where it ends; never on the other side of the estimate
 * @param rounds how many rounds both took part in; with one there is no interval but the ratio
 */
public record Ratio(double estimate, double low, double high, int rounds) {
    /** How often chance may put the median outside. */
    private static final double DOUBT = 0.1;

    /** {@return how two figures compare, if there is a ratio between them: not to nothing, and not of what was never measured in the same round} */
    static Optional<Ratio> of(Better better, Measured ours, Figure theirs) {
        double estimate = better.ratio(ours.median(), theirs.median());
        List<Double> paired = paired(better, ours, theirs);
        if (paired.isEmpty() || !exists(estimate)) {
            return Optional.empty();
        }
        int left = leftOut(paired.size());
        return Optional.of(new Ratio(
                estimate,
                Math.min(estimate, paired.get(left)),
                Math.max(estimate, paired.get(paired.size() - 1 - left)),
                paired.size()));
    }

    private static List<Double> paired(Better better, Measured ours, Figure theirs) {
        var ratios = new ArrayList<Double>();
        ours.values()
                .forEach((round, value) -> theirs.in(round).ifPresent(other -> ratios.add(better.ratio(value, other))));
        ratios.removeIf(ratio -> !exists(ratio));
        ratios.sort(null);
        return ratios;
    }

    /** A clock that stood still has measured nothing. */
    private static boolean exists(double ratio) {
        return ratio > 0 && Double.isFinite(ratio);
    }

    /** {@return how many of so many sorted values may be left out at either end} */
    static int leftOut(int values) {
        // How likely it is that no more than so many coins show one side, or the other.
        double tails = 2 * Math.pow(0.5, values);
        double term = tails;
        int left = 0;
        while (tails <= DOUBT) {
            left++;
            term *= (values - left + 1.0) / left;
            tails += term;
        }
        return Math.max(0, left - 1);
    }

    /** {@return whether that ratio is reached} */
    Verdict verdict(double wanted) {
        return low >= wanted ? Verdict.MET : high < wanted ? Verdict.MISSED : Verdict.OPEN;
    }
}
