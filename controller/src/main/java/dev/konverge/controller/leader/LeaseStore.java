package dev.konverge.controller.leader;

import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ResourceClient;
import dev.konverge.model.Key;
import dev.konverge.model.coordination.v1.Lease;
import java.util.Optional;

/**
 * Where the lease of an election is kept. The port between the elector and the API server.
 *
 * <p>Calls block, and end with an exception when the thread is interrupted. Safe for use by many threads: a call that was given
 * up may still be under way when the next one is made.
 */
public interface LeaseStore {
    /** {@return which lease this is about} */
    Key key();

    /**
     * {@return the lease, if there is one}
     *
     * @throws ApiException if it cannot be read
     */
    Optional<Lease> find();

    /**
     * {@return the lease as it was stored}
     *
     * @throws ApiException if it was not, or if that is not known
     */
    Lease create(Lease lease);

    /**
     * {@return the lease as it was stored}
     *
     * @throws ApiException.Conflict if it is not of the same version any more
     * @throws ApiException if it was not stored for another reason, or if that is not known
     */
    Lease update(Lease lease);

    /** {@return the lease of that key on an API server} */
    static LeaseStore on(ClientSet clients, Key key) {
        if (!key.isNamespaced() || key.name().isEmpty()) {
            throw new IllegalArgumentException("a lease needs a namespace and a name, not \"" + key + "\"");
        }
        ResourceClient<Lease> leases = clients.resource(Lease.TYPE).in(key.namespace());
        return new LeaseStore() {
            @Override
            public Key key() {
                return key;
            }

            @Override
            public Optional<Lease> find() {
                return leases.find(key);
            }

            @Override
            public Lease create(Lease lease) {
                return leases.create(lease);
            }

            @Override
            public Lease update(Lease lease) {
                return leases.update(lease);
            }
        };
    }
}
