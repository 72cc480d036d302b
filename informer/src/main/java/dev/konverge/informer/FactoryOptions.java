package dev.konverge.informer;

import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Resource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
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
            ReflectorPolicy.STANDARD,
            WatchErrorHandler.logging(),
            InformerMetrics.Provider.NONE);

    /** Copies its arguments. */
    public FactoryOptions {
        customResync = Map.copyOf(customResync);
    }

    Duration resyncOf(GroupVersionResource resource) {
        return customResync.getOrDefault(resource, resync);
    }

    /** {@return these options with another value: what the names of informers begin with} */
    public FactoryOptions withName(String name) {
        return new FactoryOptions(
                name,
                namespace,
                resync,
                customResync,
                tweak,
                transform,
                keepsManagedFields,
                policy,
                errorHandler,
                metrics);
    }

    /** {@return these options with another value: the namespace that is watched} */
    public FactoryOptions withNamespace(String namespace) {
        return new FactoryOptions(
                name,
                namespace,
                resync,
                customResync,
                tweak,
                transform,
                keepsManagedFields,
                policy,
                errorHandler,
                metrics);
    }

    /** {@return these options with another value: how often handlers are told again of all objects} */
    public FactoryOptions withResync(Duration resync) {
        return new FactoryOptions(
                name,
                namespace,
                resync,
                customResync,
                tweak,
                transform,
                keepsManagedFields,
                policy,
                errorHandler,
                metrics);
    }

    /** {@return these options with another resync for one resource} */
    public FactoryOptions withResync(GroupVersionResource resource, Duration period) {
        Map<GroupVersionResource, Duration> custom = new HashMap<>(customResync);
        custom.put(resource, period);
        return new FactoryOptions(
                name, namespace, resync, custom, tweak, transform, keepsManagedFields, policy, errorHandler, metrics);
    }

    /** {@return these options with another value: what changes the options of every list and watch} */
    public FactoryOptions withTweak(ListerWatcher.Tweak tweak) {
        return new FactoryOptions(
                name,
                namespace,
                resync,
                customResync,
                tweak,
                transform,
                keepsManagedFields,
                policy,
                errorHandler,
                metrics);
    }

    /** {@return these options with another value: what is done to each object before it is kept} */
    public FactoryOptions withTransform(UnaryOperator<Resource> transform) {
        return new FactoryOptions(
                name,
                namespace,
                resync,
                customResync,
                tweak,
                transform,
                keepsManagedFields,
                policy,
                errorHandler,
                metrics);
    }

    /** {@return these options with managed fields kept} */
    public FactoryOptions keepingManagedFields() {
        return new FactoryOptions(
                name, namespace, resync, customResync, tweak, transform, true, policy, errorHandler, metrics);
    }

    /** {@return these options with another value: how the server is asked} */
    public FactoryOptions withPolicy(ReflectorPolicy policy) {
        return new FactoryOptions(
                name,
                namespace,
                resync,
                customResync,
                tweak,
                transform,
                keepsManagedFields,
                policy,
                errorHandler,
                metrics);
    }

    /** {@return these options with another value: who is told of failures} */
    public FactoryOptions withErrorHandler(WatchErrorHandler errorHandler) {
        return new FactoryOptions(
                name,
                namespace,
                resync,
                customResync,
                tweak,
                transform,
                keepsManagedFields,
                policy,
                errorHandler,
                metrics);
    }

    /** {@return these options with another value: what counts} */
    public FactoryOptions withMetrics(InformerMetrics.Provider metrics) {
        return new FactoryOptions(
                name,
                namespace,
                resync,
                customResync,
                tweak,
                transform,
                keepsManagedFields,
                policy,
                errorHandler,
                metrics);
    }
}
