package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.model.GroupVersionResource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The names under which figures of informers are published: each once, and under each name every resource once, so that no two
 * informers write to the same figure. Usually one a process.
 *
 * <p>Safe for use by many threads.
 */
public final class InformerNames {
    private static final Logger LOG = LoggerFactory.getLogger(InformerNames.class);

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<String, Name> taken = new HashMap<>();

    /** No names. */
    public InformerNames() {}

    /**
     * {@return a name that is its owner's until it releases it}
     *
     * @throws IllegalArgumentException if the name is empty or taken
     */
    public Name reserve(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("an informer's name must not be empty");
        }
        lock.lock();
        try {
            if (taken.containsKey(name)) {
                throw new IllegalArgumentException("there are informers of name \"" + name + "\" already");
            }
            Name reserved = new Name(name);
            taken.put(name, reserved);
            return reserved;
        } finally {
            lock.unlock();
        }
    }

    /** A name that nobody else has. */
    public final class Name {
        private final String text;

        @GuardedBy("lock")
        private final Set<GroupVersionResource> resources = new HashSet<>();

        @GuardedBy("lock")
        private boolean released;

        private Name(String text) {
            this.text = text;
        }

        /** {@return the identity of the informer of a resource; a second one for the same resource is not reserved} */
        public Identity withResource(GroupVersionResource resource) {
            lock.lock();
            try {
                boolean first = !released && resources.add(resource);
                if (!first) {
                    LOG.atError()
                            .addKeyValue("name", text)
                            .addKeyValue("resource", resource)
                            .log(
                                    "there is an informer of that name and resource already; its figures are not published");
                }
                return new Identity(this, resource, first);
            } finally {
                lock.unlock();
            }
        }

        /** Gives the name up; identities with it are no longer reserved. Idempotent. */
        public void release() {
            lock.lock();
            try {
                released = true;
                taken.remove(text, this);
            } finally {
                lock.unlock();
            }
        }

        private boolean isReleased() {
            lock.lock();
            try {
                return released;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Name and resource of one informer. */
    public static final class Identity {
        private final Name name;
        private final GroupVersionResource resource;
        private final boolean first;

        private Identity(Name name, GroupVersionResource resource, boolean first) {
            this.name = name;
            this.resource = resource;
            this.first = first;
        }

        /** {@return whether figures may be published under it} */
        public boolean isReserved() {
            return first && !name.isReleased();
        }

        /** {@return the name} */
        public String name() {
            return name.toString();
        }

        /** {@return the resource} */
        public GroupVersionResource resource() {
            return resource;
        }
    }
}
