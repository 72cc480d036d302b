package dev.konverge.samples.workloads;

import dev.konverge.model.IntOrString;
import dev.konverge.model.apps.v1.DeploymentSpec;
import dev.konverge.model.apps.v1.DeploymentStrategy;
import dev.konverge.model.apps.v1.ReplicaSet;
import dev.konverge.model.apps.v1.RollingUpdateDeployment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How many replicas each replica set of a deployment should have next: never more in all than the surge allows, never fewer
 * available than the rest of it allows. Pure.
 *
 * @param replicas how many replicas the deployment wants
 * @param maxSurge how many more there may be meanwhile
 * @param maxUnavailable how many fewer may be available meanwhile
 * @param recreate whether all old ones must be gone before the first new one comes
 * @param paused whether nothing is moved to the new template
 */
record Rollout(int replicas, int maxSurge, int maxUnavailable, boolean recreate, boolean paused) {
    /**
     * A replica set.
     *
     * @param wanted how many replicas it should have
     * @param there how many it may have, those included that have not stopped yet: at least one until it has reported on what it
     *     should have now
     * @param available how many of them can be used
     */
    record Set(int wanted, int there, int available) {
        static Set of(ReplicaSet set) {
            int least = Counts.isReported(set) ? 0 : 1;
            int there = Counts.there(set) + Counts.terminating(set);
            return new Set(Counts.wanted(set), Math.max(least, there), Counts.available(set));
        }

        Set withWanted(int other) {
            return new Set(other, there, available);
        }

        boolean isGone() {
            return wanted == 0 && there == 0;
        }
    }

    /**
     * What to do next.
     *
     * @param current how many replicas the set with the current template should have
     * @param old the same for the other sets, in the order in which they were given
     */
    record Step(int current, List<Integer> old) {}

    static Rollout of(DeploymentSpec spec) {
        int replicas = Objects.requireNonNullElse(spec.replicas(), 1);
        Optional<DeploymentStrategy> strategy = Optional.ofNullable(spec.strategy());
        boolean paused = Boolean.TRUE.equals(spec.paused());
        if (strategy.map(DeploymentStrategy::type)
                .filter(DeploymentStrategy.Type.RECREATE::equals)
                .isPresent()) {
            return new Rollout(replicas, 0, 0, true, paused);
        }
        Optional<RollingUpdateDeployment> rolling = strategy.map(DeploymentStrategy::rollingUpdate);
        IntOrString quarter = IntOrString.of("25%");
        int surge =
                rolling.map(RollingUpdateDeployment::maxSurge).orElse(quarter).scaledUp(replicas);
        int unavailable = rolling.map(RollingUpdateDeployment::maxUnavailable)
                .orElse(quarter)
                .scaledDown(replicas);
        return new Rollout(
                replicas,
                surge,
                // With neither, nothing could ever move.
                surge == 0 && unavailable == 0 ? 1 : unavailable,
                false,
                paused);
    }

    /** {@return what to do next} {@code old} are the sets with other templates, the oldest first. */
    Step next(Set current, List<Set> old) {
        if (paused) {
            List<Set> all = new ArrayList<>(old);
            all.add(current);
            List<Integer> wanted = hold(all);
            return new Step(wanted.getLast(), wanted.subList(0, old.size()));
        }
        return recreate ? recreate(current, old) : roll(current, old);
    }

    /** None is added while an old one is there; those that are there already stay. */
    private Step recreate(Set current, List<Set> old) {
        List<Integer> none = old.stream().map(set -> 0).toList();
        boolean gone = old.stream().allMatch(Set::isGone);
        return new Step(gone ? replicas : Math.min(current.wanted(), replicas), none);
    }

    private Step roll(Set current, List<Set> old) {
        int total = current.wanted() + old.stream().mapToInt(Set::wanted).sum();
        int room = Math.max(0, replicas + maxSurge - total);
        int next = current.wanted() > replicas ? replicas : Math.min(replicas, current.wanted() + room);
        List<Integer> rest = shrink(current.withWanted(next), old);
        int excess = next + rest.stream().mapToInt(Integer::intValue).sum() - (replicas + maxSurge);
        // After the deployment was made smaller old ones may be needed until new ones are available; of those too many
        // go.
        int canGo = Math.max(0, next - current.available());
        return new Step(next - Math.clamp(excess, 0, canGo), rest);
    }

    /** Takes replicas from old sets: first those that are of no use, then as many as can be spared. */
    private List<Integer> shrink(Set current, List<Set> old) {
        int total = current.wanted() + old.stream().mapToInt(Set::wanted).sum();
        int notYetAvailable = Math.max(0, current.wanted() - current.available());
        int spare = Math.max(0, total - (replicas - maxUnavailable) - notYetAvailable);
        List<Integer> wanted = new ArrayList<>();
        for (Set set : old) {
            int useless = Math.min(spare, Math.max(0, set.wanted() - set.available()));
            wanted.add(set.wanted() - useless);
            spare -= useless;
        }
        int available =
                current.available() + old.stream().mapToInt(Set::available).sum();
        int canGo = Math.min(spare, Math.max(0, available - (replicas - maxUnavailable)));
        for (int i = 0; i < wanted.size(); i++) {
            int go = Math.min(canGo, wanted.get(i));
            wanted.set(i, wanted.get(i) - go);
            canGo -= go;
        }
        return wanted;
    }

    /**
     * Follows the number of replicas without moving any: the largest set takes the difference.
     *
     * @param sets those that there are, the oldest first
     * @return how many replicas each should have
     */
    List<Integer> hold(List<Set> sets) {
        List<Integer> wanted = new ArrayList<>(sets.stream().map(Set::wanted).toList());
        if (wanted.isEmpty()) {
            return wanted;
        }
        int total = wanted.stream().mapToInt(Integer::intValue).sum();
        boolean between = wanted.stream().filter(count -> count > 0).count() > 1;
        int allowed = between && replicas > 0 ? replicas + maxSurge : replicas;
        int difference = total < replicas ? replicas - total : Math.min(0, allowed - total);
        int largest = 0;
        for (int i = 1; i < wanted.size(); i++) {
            if (wanted.get(i) >= wanted.get(largest)) {
                largest = i;
            }
        }
        wanted.set(largest, Math.max(0, wanted.get(largest) + difference));
        return wanted;
    }

    /** {@return whether so few are missing that the deployment counts as available} */
    boolean isAvailableWith(int available) {
        return available >= replicas - maxUnavailable;
    }
}
