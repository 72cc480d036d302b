package dev.konverge.controller;

import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A plan that also keeps what could not be planned. Safe for use by many threads. */
final class AttendedPlan implements Plan {
    private final Plan plan;

    /** One for each object and controller at most: each is looked at once. */
    private final Queue<UnplannedException.Failure> failures = new ConcurrentLinkedQueue<>();

    AttendedPlan(Plan plan) {
        this.plan = plan;
    }

    @Override
    public boolean isDryRun() {
        return plan.isDryRun();
    }

    @Override
    public <R extends Resource> void tell(
            Operation operation, ResourceType<R> type, Optional<R> before, Optional<R> after) {
        plan.tell(operation, type, before, after);
    }

    @Override
    public <R extends Resource> void tellCleanUp(ResourceType<R> type, R object) {
        plan.tellCleanUp(type, object);
    }

    @Override
    public void tellFailure(String controller, Key key, Throwable failure) {
        failures.add(new UnplannedException.Failure(controller, key, failure));
        plan.tellFailure(controller, key, failure);
    }

    /** @throws UnplannedException if something could not be planned */
    void check() {
        if (!failures.isEmpty()) {
            throw new UnplannedException(List.copyOf(failures));
        }
    }
}
