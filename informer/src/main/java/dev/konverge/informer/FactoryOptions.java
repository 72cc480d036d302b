package dev.konverge.informer;

import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Resource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What all informers of a factory have in common.
 *
 * @param name what their names begin with, for logs, threads and figures; may be empty
 * @param namespace the namespace that is watched; empty for all. Cluster-scoped resources are watched whole.
 * @param resync how often handlers are told again of all objects; zero for never
 * @param customResync the same for single resources
 * @param tweak changes the options of every list and watch
 * @param transform what is done to each object before it is kept; it must give an object of the same class, and leave alone what
 *     it has been applied to already
 * @param keepsManagedFields whether {@code metadata.managedFields} are kept, which take more memory than all the rest
 * @param detectsMutations whether handlers that change objects of the copies are looked for, which costs time and memory
 * @param policy how the server is asked
 * @param errorHandler who is told of failures
 * @param metrics counts what happens
 */
public record FactoryOptions(
        String name,
        String namespace,
        Duration resync,
        Map<GroupVersionResource, Duration> customResync,
        ListerWatcher.Tweak tweak,
        UnaryOperator<Resource> transform,
        boolean keepsManagedFields,
        boolean detectsMutations,
        ReflectorPolicy policy,
        WatchErrorHandler errorHandler,
        InformerMetrics.Provider metrics) {
    /** All namespaces, no resync, objects as they are but for their managed fields. */
    public static final FactoryOptions STANDARD = new FactoryOptions(
            "",
            "",
            Duration.ZERO,
            Map.of(),
            ListerWatcher.Tweak.NONE,
            UnaryOperator.identity(),
            false,
            false,
            ReflectorPolicy.STANDARD,
            WatchErrorHandler.logging(),
            InformerMetrics.Provider.NONE);

    /** Copies its arguments; refuses negative periods. */
    public FactoryOptions {
        ResyncPeriods.checked(resync);
        customResync.values().forEach(ResyncPeriods::checked);
        customResync = Map.copyOf(customResync);
    }

    Duration resyncOf(GroupVersionResource resource) {
        return customResync.getOrDefault(resource, resync);
    }

    /** {@return these options with another value: what the names of informers begin with} */
    public FactoryOptions withName(String other) {
        return with(draft -> draft.name = other);
    }

    /** {@return these options with another value: the namespace that is watched} */
    public FactoryOptions withNamespace(String other) {
        return with(draft -> draft.namespace = other);
    }

    /** {@return these options with another value: how often handlers are told again of all objects} */
    public FactoryOptions withResync(Duration other) {
        return with(draft -> draft.resync = other);
    }

    /** {@return these options with another resync for one resource} */
    public FactoryOptions withResync(GroupVersionResource resource, Duration period) {
        return with(draft -> draft.customResync.put(resource, period));
    }

    /** {@return these options with another value: what changes the options of every list and watch} */
    public FactoryOptions withTweak(ListerWatcher.Tweak other) {
        return with(draft -> draft.tweak = other);
    }

    /** {@return these options with another value: what is done to each object before it is kept} */
    public FactoryOptions withTransform(UnaryOperator<Resource> other) {
        return with(draft -> draft.transform = other);
    }

    /** {@return these options with managed fields kept} */
    public FactoryOptions keepingManagedFields() {
        return with(draft -> draft.keepsManagedFields = true);
    }

    /** {@return these options with a look-out for handlers that change objects of the copies; see {@link SharedInformerBuilder#detectMutations}} */
    public FactoryOptions detectingMutations() {
        return with(draft -> draft.detectsMutations = true);
    }

    /** {@return these options with another value: how the server is asked} */
    public FactoryOptions withPolicy(ReflectorPolicy other) {
        return with(draft -> draft.policy = other);
    }

    /** {@return these options with another value: who is told of failures} */
    public FactoryOptions withErrorHandler(WatchErrorHandler other) {
        return with(draft -> draft.errorHandler = other);
    }

    /** {@return these options with another value: what counts} */
    public FactoryOptions withMetrics(InformerMetrics.Provider other) {
        return with(draft -> draft.metrics = other);
    }

    private FactoryOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /** Options while one of them changes. */
    private static final class Draft {
        private String name;
        private String namespace;
        private Duration resync;
        private final Map<GroupVersionResource, Duration> customResync;
        private ListerWatcher.Tweak tweak;
        private UnaryOperator<Resource> transform;
        private boolean keepsManagedFields;
        private boolean detectsMutations;
        private ReflectorPolicy policy;
        private WatchErrorHandler errorHandler;
        private InformerMetrics.Provider metrics;

        Draft(FactoryOptions from) {
            name = from.name;
            namespace = from.namespace;
            resync = from.resync;
            customResync = new HashMap<>(from.customResync);
            tweak = from.tweak;
            transform = from.transform;
            keepsManagedFields = from.keepsManagedFields;
            detectsMutations = from.detectsMutations;
            policy = from.policy;
            errorHandler = from.errorHandler;
            metrics = from.metrics;
        }

        FactoryOptions options() {
            return new FactoryOptions(
                    name,
                    namespace,
                    resync,
                    customResync,
                    tweak,
                    transform,
                    keepsManagedFields,
                    detectsMutations,
                    policy,
                    errorHandler,
                    metrics);
        }
    }
}
