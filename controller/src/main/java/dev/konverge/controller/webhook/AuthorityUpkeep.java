package dev.konverge.controller.webhook;

import dev.konverge.base.Clock;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.config.ConfigException;
import dev.konverge.model.core.v1.Secret;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an authority of one's own in a Secret, and has it trusted. Replicas need not talk to each other: who comes second finds the
 * Secret written by the first, or is told of a conflict and looks again later.
 */
final class AuthorityUpkeep implements CertificateUpkeep {
    private static final Logger LOG = LoggerFactory.getLogger(AuthorityUpkeep.class);

    private final Certificates.OwnAuthority own;
    private final ShownCertificate shown;
    private final Clock clock;
    private final ClientSet clients;
    private final TrustBundle bundle;
    private @Nullable KeyRing current;

    AuthorityUpkeep(Certificates.OwnAuthority own, ShownCertificate shown, Clock clock, ClientSet clients) {
        this.own = own;
        this.shown = shown;
        this.clock = clock;
        this.clients = clients;
        this.bundle = new TrustBundle(clients);
    }

    @Override
    public boolean look() {
        KeyRing ring = kept();
        // Trusted first: whoever trusts too much for a moment can still call, whoever trusts too little cannot.
        boolean trusted = true;
        for (Certificates.Trusting object : own.trusting()) {
            trusted &= bundle.write(object, ring.bundle());
        }
        if (current == null || !ring.server().equals(current.server())) {
            shown.show(new ShownCertificate.Entry(
                    List.of(ring.server().certificate()), ring.server().key()));
            LOG.atInfo()
                    .addKeyValue("secret", own.secret())
                    .addKeyValue(
                            "until", ring.server().certificate().getNotAfter().toInstant())
                    .log("the webhook server shows a certificate of its own authority");
        }
        current = ring;
        return trusted;
    }

    private KeyRing kept() {
        ResourceClient<Secret> secrets =
                clients.resource(Secret.TYPE).in(own.secret().namespace());
        Optional<Secret> secret = secrets.find(own.secret());
        secret.ifPresent(this::requireOwn);
        Optional<KeyRing> before = secret.flatMap(this::read);
        KeyRing.Terms terms = new KeyRing.Terms(own.hosts(), own.lifetime(), own.authorityLifetime());
        KeyRing ring = KeyRing.renewed(before, clock.now(), terms);
        if (before.filter(ring::equals).isPresent()) {
            return ring;
        }
        try {
            if (secret.isPresent()) {
                Secret stored = secret.get();
                secrets.edit(stored, old -> old.with(fields -> fields.data(ring.in(old.data()))));
            } else {
                secrets.create(fresh(ring));
            }
            return ring;
        } catch (ApiException.AlreadyExists | ApiException.Conflict another) {
            return secrets.find(own.secret()).flatMap(this::read).orElseThrow(() -> another);
        }
    }

    /** Whoever names a Secret by mistake does not lose what is in it. */
    private void requireOwn(Secret secret) {
        if (!secret.data().isEmpty() && !KeyRing.isIn(secret.data())) {
            throw new ConfigException(
                    "it holds " + new TreeSet<>(secret.data().keySet())
                            + " and not the keys of a webhook server, so nothing is written into it",
                    "Secret " + own.secret(),
                    "delete it, or name another one with Certificates.ownAuthority");
        }
    }

    private Secret fresh(KeyRing ring) {
        return Secret.builder()
                .metadata(metadata -> metadata.name(own.secret().name())
                        .namespace(own.secret().namespace()))
                .type("kubernetes.io/tls")
                .data(ring.toSecret())
                .build();
    }

    private Optional<KeyRing> read(Secret secret) {
        try {
            return KeyRing.ofSecret(secret.data());
        } catch (ConfigException damaged) {
            LOG.atWarn()
                    .addKeyValue("secret", own.secret())
                    .addKeyValue("reason", damaged.getMessage())
                    .log("a webhook server's keys are damaged and made anew");
            return Optional.empty();
        }
    }
}
