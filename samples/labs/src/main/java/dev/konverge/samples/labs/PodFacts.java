package dev.konverge.samples.labs;

import dev.konverge.model.core.v1.ContainerStatus;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.core.v1.PodSpec;
import dev.konverge.model.core.v1.PodStatus;

/** What the labs print of a pod. */
final class PodFacts {
    private PodFacts() {}

    static String phase(Pod pod) {
        PodStatus status = pod.status();
        return status == null || status.phase() == null ? "Unknown" : status.phase();
    }

    static String node(Pod pod) {
        PodSpec spec = pod.spec();
        return spec == null || spec.nodeName() == null ? "<none>" : spec.nodeName();
    }

    static String address(Pod pod) {
        PodStatus status = pod.status();
        return status == null || status.podIP() == null ? "<none>" : status.podIP();
    }

    /** {@return {@code 1/2}: how many containers are ready, of how many} */
    static String ready(Pod pod) {
        PodStatus status = pod.status();
        PodSpec spec = pod.spec();
        long ready = status == null
                ? 0
                : status.containerStatuses().stream()
                        .filter(container -> Boolean.TRUE.equals(container.ready()))
                        .count();
        return ready + "/" + (spec == null ? 0 : spec.containers().size());
    }

    static int restarts(Pod pod) {
        PodStatus status = pod.status();
        return status == null
                ? 0
                : status.containerStatuses().stream()
                        .mapToInt(PodFacts::restarts)
                        .sum();
    }

    private static int restarts(ContainerStatus container) {
        Integer count = container.restartCount();
        return count == null ? 0 : count;
    }
}
