package dev.konverge.controller.webhook;

import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Key;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Where the certificate of a webhook server comes from. Immutable. */
public sealed interface Certificates {
    /**
     * {@return certificates from files, such as those of a mounted Secret that cert-manager keeps}
     *
     * <p>They are looked at again and again, and shown from the next handshake on when they have changed. Files that are missing,
     * damaged or do not belong together are reported; the certificate from before is shown as long as they are.
     *
     * @param certificate the certificate and those between it and the authority, as PEM
     * @param key the key, as PEM
     */
    static Files files(Path certificate, Path key) {
        return new Files(certificate, key);
    }

    /**
     * {@return certificates of an authority of one's own, kept in a Secret that all replicas share}
     *
     * <p>The Secret is made if there is none; one that holds something else is left alone, and the log says so. Certificates are replaced when two thirds of their time are over, and the authority long
     * before its end, so that everybody trusts the next one by then. Name the configurations that shall trust it.
     *
     * @param secret where keys and certificates are kept
     * @param hosts under which names the server is called: {@code name.namespace.svc} for a service
     */
    static OwnAuthority ownAuthority(Key secret, String... hosts) {
        return new OwnAuthority(secret, List.of(hosts), Duration.ofDays(90), Duration.ofDays(3650), List.of());
    }

    /**
     * Certificates from files.
     *
     * @param certificate the file with the certificate
     * @param key the file with the key
     */
    record Files(Path certificate, Path key) implements Certificates {}

    /**
     * Certificates of an authority of one's own.
     *
     * @param secret where keys and certificates are kept
     * @param hosts the names and addresses under which the server is called
     * @param lifetime how long a certificate is valid
     * @param authorityLifetime how long the authority is
     * @param trusting what the authority's certificate is written into
     */
    record OwnAuthority(
            Key secret, List<String> hosts, Duration lifetime, Duration authorityLifetime, List<Trusting> trusting)
            implements Certificates {
        /** Copies its arguments; refuses lifetimes in which an authority could not be replaced in time. */
        public OwnAuthority {
            hosts = List.copyOf(hosts);
            trusting = List.copyOf(trusting);
            if (hosts.isEmpty()) {
                throw new IllegalArgumentException("a certificate is for one host at least");
            }
            if (lifetime.isZero()
                    || lifetime.isNegative()
                    || authorityLifetime.compareTo(lifetime.multipliedBy(3)) < 0) {
                throw new IllegalArgumentException(
                        "an authority lives three times as long as its certificates at least: " + authorityLifetime
                                + " and " + lifetime);
            }
        }

        /** {@return this, with a ValidatingWebhookConfiguration all of whose webhooks shall trust the authority} */
        public OwnAuthority trustedByValidating(String configuration) {
            return trustedBy(new Trusting(Trusting.VALIDATING, configuration));
        }

        /** {@return this, with a MutatingWebhookConfiguration all of whose webhooks shall trust the authority} */
        public OwnAuthority trustedByMutating(String configuration) {
            return trustedBy(new Trusting(Trusting.MUTATING, configuration));
        }

        /** {@return this, with a CustomResourceDefinition whose conversion shall trust the authority} */
        public OwnAuthority trustedByConversion(String definition) {
            return trustedBy(new Trusting(Trusting.DEFINITIONS, definition));
        }

        /** {@return this, with other lifetimes of certificates and of the authority} */
        public OwnAuthority withLifetimes(Duration certificates, Duration authority) {
            return new OwnAuthority(secret, hosts, certificates, authority, trusting);
        }

        private OwnAuthority trustedBy(Trusting more) {
            List<Trusting> all = new ArrayList<>(trusting);
            all.add(more);
            return new OwnAuthority(secret, hosts, lifetime, authorityLifetime, all);
        }
    }

    /**
     * An object that says whom the API server trusts.
     *
     * @param resource its resource
     * @param name its name
     */
    record Trusting(GroupVersionResource resource, String name) {
        static final GroupVersionResource VALIDATING =
                new GroupVersionResource("admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations");
        static final GroupVersionResource MUTATING =
                new GroupVersionResource("admissionregistration.k8s.io", "v1", "mutatingwebhookconfigurations");
        static final GroupVersionResource DEFINITIONS =
                new GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    }
}
