package dev.konverge.client.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.Credentials;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.ExecPlugin;
import dev.konverge.client.config.Tls;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link Transport}s over the network. Those with the same TLS settings and proxy share their connections, those with
 * the same exec plugin its credentials; so one of these serves a process.
 *
 * <p>Safe for use by many threads.
 */
public final class Transports implements AutoCloseable {
    /** How long a plugin may take where nobody can be asked, and where a person may have to log in. */
    private static final Duration EXEC_ALONE = Duration.ofMinutes(1);

    private static final Duration EXEC_WITH_USER = Duration.ofMinutes(10);

    private final Platform platform;
    private final Environment environment;
    private final Duration execLimit;
    private final TransportOptions options;
    private final ProxyRules proxies;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<ConnectionKey, Connections> connections = new HashMap<>();

    @GuardedBy("lock")
    private final Map<ExecPlugin, ExecAuthorizer> plugins = new HashMap<>();

    /** Makes transports in the surroundings of this process. */
    public Transports(Platform platform) {
        this(platform, Environment.ofProcess());
    }

    /** Makes transports in these surroundings, which proxies and exec plugins depend on. */
    public Transports(Platform platform, Environment environment) {
        this(platform, environment, TransportOptions.STANDARD);
    }

    /** Makes transports in these surroundings, with these options. */
    public Transports(Platform platform, Environment environment, TransportOptions options) {
        this(platform, environment, options, environment.terminal() ? EXEC_WITH_USER : EXEC_ALONE);
    }

    Transports(Platform platform, Environment environment, TransportOptions options, Duration execLimit) {
        this.options = options;
        this.platform = platform;
        this.environment = environment;
        this.execLimit = execLimit;
        this.proxies = new ProxyRules(environment);
    }

    /**
     * {@return a way to the server of a configuration; the caller closes it} Opens no connection yet.
     *
     * @throws ConfigException if a certificate, a key or a token file cannot be used
     */
    public Transport connect(ClientConfig config) {
        Authorizer authorizer = authorizer(config.credentials());
        Connections shared = acquire(new ConnectionKey(
                config.tls(),
                proxies.proxyFor(config.server(), config.proxy()),
                config.connectTimeout(),
                config.http2()));
        return new HttpTransport(config, platform, new SharedUse(this, shared), authorizer);
    }

    private Authorizer authorizer(Credentials credentials) {
        return switch (credentials) {
            case Credentials.Anonymous none -> Authorizer.fixed(Authorizer.Shown.NOTHING);
            case Credentials.Token token -> Authorizer.fixed(Authorizer.Shown.token(token.token()));
            case Credentials.TokenFile file -> new TokenFile(file.file(), file.first(), platform.clock());
            case Credentials.Basic basic -> Authorizer.fixed(new Authorizer.Shown(basic(basic), null));
            case Credentials.Exec exec -> plugin(exec.plugin());
        };
    }

    private static String basic(Credentials.Basic basic) {
        byte[] pair = (basic.username() + ":" + basic.password()).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    private Authorizer plugin(ExecPlugin plugin) {
        lock.lock();
        try {
            return plugins.computeIfAbsent(
                    plugin, fresh -> new ExecAuthorizer(new ExecRun(fresh, gate(), platform, execLimit), platform));
        } finally {
            lock.unlock();
        }
    }

    private ExecGate gate() {
        return new ExecGate(options.execPolicy(), environment, options.metrics());
    }

    /** Takes note that the client certificate of a plugin was replaced. */
    void rotated(ConnectionKey old) {
        Tls.ClientCertificate certificate = old.tls().client();
        if (certificate != null) {
            Instant begin = Pem.certificates(certificate.certificates())
                    .getFirst()
                    .getNotBefore()
                    .toInstant();
            options.metrics()
                    .certificateRotated(Duration.between(begin, platform.clock().now()));
        }
    }

    /** {@return the connections for a key, counted as used once more} */
    Connections acquire(ConnectionKey key) {
        Connections known = find(key);
        if (known != null) {
            options.metrics().connected(true);
            return known;
        }
        // Reads files, so not under the lock; of two that come at once one is dropped before it opens anything.
        Connections fresh = new Connections(key, platform, options);
        Connections used;
        int sets;
        lock.lock();
        try {
            used = connections.computeIfAbsent(key, unused -> fresh);
            used.users++;
            sets = connections.size();
        } finally {
            lock.unlock();
        }
        options.metrics().connected(used != fresh);
        options.metrics().connectionSets(sets);
        return used;
    }

    private @Nullable Connections find(ConnectionKey key) {
        lock.lock();
        try {
            Connections known = connections.get(key);
            if (known != null) {
                known.users++;
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    /** Counts connections as used once less; those that nobody uses are cut off. */
    void release(Connections used) {
        int sets;
        lock.lock();
        try {
            used.users--;
            if (used.users > 0) {
                return;
            }
            connections.remove(used.key(), used);
            sets = connections.size();
        } finally {
            lock.unlock();
        }
        options.metrics().connectionSets(sets);
        used.cutOff();
    }

    /** Closes all connections. Transports that are still in use fail from now on, as far as they need new ones. */
    @Override
    public void close() {
        List<Connections> all;
        lock.lock();
        try {
            all = new ArrayList<>(connections.values());
            connections.clear();
            plugins.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(Connections::close);
    }
}
