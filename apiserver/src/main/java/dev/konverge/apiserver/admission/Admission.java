package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.access.Authorizer;
import dev.konverge.apiserver.admission.Write.Operation;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.apiserver.upkeep.ServiceAddresses;
import dev.konverge.model.Json;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The plugins that are always there, in the order in which a real server asks them. Safe for use by many threads.
 */
public final class Admission {
    /** One plugin. */
    interface Plugin {
        /** {@return the object as it shall be}; {@code object} is what the plugins before have made of it */
        Json.Obj admit(Write write, Json.Obj object);
    }

    private final NamespaceLifecycle namespaces;
    private final LimitRanges limitRanges;
    private final ResourceQuotas quotas;
    private final RuntimeClasses runtimes;
    private final List<Plugin> plugins;

    /**
     * Admission to a cluster.
     *
     * @param cluster what is in it
     * @param authorizer who may do what
     * @param addresses gives Services their addresses
     * @param random makes up names
     * @param serviceAccounts whether pods run as service accounts, with a token to show for it
     */
    public Admission(
            Cluster cluster,
            Authorizer authorizer,
            ServiceAddresses addresses,
            RandomGenerator random,
            boolean serviceAccounts) {
        this.namespaces = new NamespaceLifecycle(cluster);
        this.limitRanges = new LimitRanges(cluster);
        this.quotas = new ResourceQuotas(cluster);
        this.runtimes = new RuntimeClasses(cluster);
        this.plugins = List.of(
                namespaces,
                limitRanges,
                serviceAccounts ? new ServiceAccounts(cluster, random) : (write, object) -> object,
                new NodeTaints(),
                new Priorities(cluster),
                new DefaultTolerations(),
                new DefaultClasses(cluster),
                new StorageProtection(),
                runtimes,
                new Requesters(),
                (write, object) -> isService(write) ? addresses.allocate(object, write.old(), write.dryRun()) : object,
                new RoleEscalation(cluster, authorizer));
    }

    private static boolean isService(Write write) {
        return write.isAbout("", "services") && write.operation() != Operation.DELETE;
    }

    /**
     * {@return the object that shall be written}
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it is refused
     */
    public Json.Obj mutate(Write write, Json.Obj object) {
        Json.Obj made = object;
        for (Plugin plugin : plugins) {
            made = plugin.admit(write, made);
        }
        return made;
    }

    /**
     * Lets a write pass.
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it is refused
     */
    public void validate(Write write) {
        namespaces.validate(write);
        limitRanges.validate(write);
        runtimes.validate(write);
    }

    /**
     * Charges a write that nobody refuses to the quotas of its namespace.
     *
     * @throws dev.konverge.apiserver.failure.StatusException if there is not enough left
     */
    public void charge(Write write) {
        quotas.validate(write);
    }
}
