package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * The cells of a Pod: one word for the state of all its containers, and how many of them are ready.
 *
 * <p>Used once, by one thread.
 */
final class PodCells {
    private final Json.Obj pod;
    private final Set<String> sidecars;
    private String reason;
    private long restarts;
    private String lastRestart = "";
    private int ready;

    private PodCells(Json.Obj pod) {
        this.pod = pod;
        this.sidecars = Set.copyOf(Tree.objects(pod, "spec", "initContainers").stream()
                .filter(container -> Tree.text(container, "restartPolicy").equals("Always"))
                .map(container -> Tree.text(container, "name"))
                .toList());
        String own = Tree.text(pod, "status", "reason");
        this.reason = own.isEmpty() ? Tree.text(pod, "status", "phase") : own;
    }

    static List<Object> of(Json.Obj pod, Instant now) {
        return new PodCells(pod).cells(now);
    }

    private List<Object> cells(Instant now) {
        Json.Obj scheduled = KindCells.condition(pod, "PodScheduled");
        if (scheduled != null && Tree.text(scheduled, "reason").equals("SchedulingGated")) {
            reason = "SchedulingGated";
        }
        boolean initializing = initContainers();
        if (!initializing || KindCells.isTrue(pod, "Initialized")) {
            mainContainers();
        }
        if (Tree.has(pod, "metadata", "deletionTimestamp")) {
            ending();
        }
        int total = Tree.list(pod, "spec", "containers").size() + sidecars.size();
        String when = lastRestart.isEmpty() ? "" : " (" + Ages.since(lastRestart, now) + " ago)";
        return List.of(ready + "/" + total, reason, restarts == 0 ? "0" : restarts + when, gates());
    }

    private void ending() {
        String phase = Tree.text(pod, "status", "phase");
        if (Tree.text(pod, "status", "reason").equals("NodeLost")) {
            reason = "Unknown";
        } else if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
            reason = "Terminating";
        }
    }

    /** {@return whether one of them is not done yet} */
    private boolean initContainers() {
        List<Json.Obj> statuses = Tree.objects(pod, "status", "initContainerStatuses");
        for (int i = 0; i < statuses.size(); i++) {
            Json.Obj status = statuses.get(i);
            restarts += Tree.number(status, "restartCount");
            noteRestart(status);
            boolean ended = Tree.has(status, "state", "terminated");
            if (ended && Tree.number(status, "state", "terminated", "exitCode") == 0) {
                continue;
            }
            if (sidecars.contains(Tree.text(status, "name")) && Tree.flag(status, "started")) {
                ready += Tree.flag(status, "ready") ? 1 : 0;
                continue;
            }
            reason = "Init:" + initReason(status, ended, i);
            return true;
        }
        return false;
    }

    private String initReason(Json.Obj status, boolean ended, int index) {
        if (ended) {
            return ended(status);
        }
        String waiting = Tree.text(status, "state", "waiting", "reason");
        return waiting.isEmpty() || waiting.equals("PodInitializing")
                ? index + "/" + Tree.list(pod, "spec", "initContainers").size()
                : waiting;
    }

    private void mainContainers() {
        restarts = 0;
        lastRestart = "";
        for (Json.Obj status : Tree.objects(pod, "status", "initContainerStatuses")) {
            if (sidecars.contains(Tree.text(status, "name"))) {
                restarts += Tree.number(status, "restartCount");
                noteRestart(status);
            }
        }
        boolean running = false;
        String failure = "";
        for (Json.Obj status : Tree.objects(pod, "status", "containerStatuses").reversed()) {
            restarts += Tree.number(status, "restartCount");
            noteRestart(status);
            String waiting = Tree.text(status, "state", "waiting", "reason");
            if (!waiting.isEmpty()) {
                reason = waiting;
            } else if (Tree.has(status, "state", "terminated")) {
                reason = ended(status);
                failure = Tree.number(status, "state", "terminated", "exitCode") == 0 ? failure : reason;
            } else if (Tree.flag(status, "ready") && Tree.has(status, "state", "running")) {
                running = true;
                ready++;
            }
        }
        if (reason.equals("Completed")) {
            completed(running, failure);
        }
    }

    private void completed(boolean running, String failure) {
        if (running && KindCells.isTrue(pod, "Ready")) {
            reason = "Running";
        } else if (!failure.isEmpty()) {
            reason = failure;
        } else if (running) {
            reason = "NotReady";
        }
    }

    private static String ended(Json.Obj status) {
        Json.Obj end = Tree.object(status, "state", "terminated");
        String why = Tree.text(end, "reason");
        if (!why.isEmpty()) {
            return why;
        }
        long signal = Tree.number(end, "signal");
        return signal != 0 ? "Signal:" + signal : "ExitCode:" + Tree.number(end, "exitCode");
    }

    private void noteRestart(Json.Obj status) {
        String at = Tree.text(status, "lastState", "terminated", "finishedAt");
        // All are written in the same form, so their order as texts is their order in time.
        if (at.compareTo(lastRestart) > 0) {
            lastRestart = at;
        }
    }

    private String gates() {
        List<Json.Obj> gates = Tree.objects(pod, "spec", "readinessGates");
        if (gates.isEmpty()) {
            return "<none>";
        }
        long open = gates.stream()
                .filter(gate -> KindCells.isTrue(pod, Tree.text(gate, "conditionType")))
                .count();
        return open + "/" + gates.size();
    }
}
