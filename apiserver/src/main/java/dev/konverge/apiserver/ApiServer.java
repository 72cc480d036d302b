package dev.konverge.apiserver;

import dev.konverge.apiserver.access.Authorizer;
import dev.konverge.apiserver.access.Rbac;
import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.discovery.Discovery;
import dev.konverge.apiserver.discovery.Health;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.fault.ConnectionCutException;
import dev.konverge.apiserver.fault.FaultControl;
import dev.konverge.apiserver.fault.Faults;
import dev.konverge.apiserver.http.Access;
import dev.konverge.apiserver.http.Authenticator;
import dev.konverge.apiserver.http.Exchange;
import dev.konverge.apiserver.http.HttpFront;
import dev.konverge.apiserver.http.HttpLimits;
import dev.konverge.apiserver.negotiate.Accepted;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Store;
import dev.konverge.apiserver.upkeep.Bootstrap;
import dev.konverge.apiserver.upkeep.Upkeep;
import dev.konverge.apiserver.verb.Api;
import dev.konverge.apiserver.verb.GoDuration;
import dev.konverge.apiserver.verb.Query;
import dev.konverge.base.Platform;
import dev.konverge.base.tls.CertificateAuthority;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kubernetes API server in memory: a function from requests to responses, in process or behind a socket.
 *
 * <p>It answers from the moment it is made, on the caller's thread. What controllers of a cluster do beside it is done from
 * {@link #start()} on, by a task of the platform; {@link #listen} opens a socket as well. Safe for use by many threads.
 */
public final class ApiServer {
    private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);
    private static final byte[] NOT_FOUND = "404 page not found\n".getBytes(StandardCharsets.US_ASCII);
    private static final String LOOPBACK = "127.0.0.1";
    private static final String AUDIT_ID = "Audit-Id";
    private static final String CACHE_CONTROL = "Cache-Control";

    private final Platform platform;
    private final Profile profile;
    private final Foundation foundation;
    private final Store store;
    private final Api api;
    private final Discovery discovery;
    private final Faults faults;
    private final FaultControl faultControl;

    /** Written when a socket is opened, read by requests that ask for the address. */
    private volatile String address = "localhost";

    private ApiServer(Platform platform, Profile profile, Foundation foundation, Store store) {
        this.platform = platform;
        this.profile = profile;
        this.foundation = foundation;
        this.store = store;
        this.api = new Api(
                platform,
                store,
                foundation.catalog(),
                foundation.facts(),
                switch (profile.authorization()) {
                    case RBAC -> new Rbac(store::state);
                    case ALWAYS_ALLOW -> Authorizer.EVERYTHING;
                },
                profile.serviceAccounts(),
                foundation.tokenSecret());
        this.discovery = new Discovery(
                foundation.schema(),
                api::findSchema,
                foundation.answers(),
                new Health(() -> true),
                () -> platform.clock().now());
        this.faults = new Faults(
                platform,
                foundation.answers()::watchError,
                () -> store.state().revision(),
                collection -> store.state().forgotten(collection));
        this.faultControl = new FaultControl(faults);
    }

    /** {@return a server with the objects that every cluster begins with} */
    public static ApiServer create(Platform platform, Profile profile) {
        return create(platform, profile, Foundation.load());
    }

    static ApiServer create(Platform platform, Profile profile, Foundation foundation) {
        Store store = new Store(platform, State.empty(State.Retention.USUAL));
        ApiServer server = new ApiServer(platform, profile, foundation, store);
        Bootstrap.apply(
                server.api.ownCluster(),
                new Bootstrap.Server(LOOPBACK, 6443, ""),
                profile.systemRoles(),
                platform.clock().now());
        return server;
    }

    /** {@return another server that begins with everything this one has now}; takes constant time */
    public ApiServer fork() {
        ApiServer fork = new ApiServer(platform, profile, foundation, store.fork(platform));
        fork.api.adopt(api);
        return fork;
    }

    /**
     * Lets a function in this process answer what is sent to the address of a webhook.
     *
     * @param url the address in a configuration; that of a service is {@code https://name.namespace.svc:port/path}
     * @param function from the JSON of a review to that of the answer
     * @return what takes the function away again
     */
    public Answering answerWebhook(String url, UnaryOperator<byte[]> function) {
        api.calls().replace(url, function);
        return () -> api.calls().restore(url);
    }

    /** A function that answers in the place of an address. */
    public interface Answering extends AutoCloseable {
        /** Takes it away: calls go to the address again. */
        @Override
        void close();
    }

    /** Sets the controllers to work. {@return what stops them} */
    public Running start() {
        return start("");
    }

    private Running start(String rootCertificate) {
        if (!profile.controllers()) {
            return new Running(platform, null);
        }
        Upkeep.Options options = new Upkeep.Options(rootCertificate, profile.serviceAccounts(), profile.endsPods());
        Upkeep upkeep = new Upkeep(platform, store, api.cluster(), options);
        return new Running(platform, upkeep.start());
    }

    /**
     * Opens a socket and sets the controllers to work.
     *
     * @return what closes and stops them
     * @throws java.io.UncheckedIOException if the address is not there or in use
     */
    public Listening listen(SocketOptions options) {
        HttpLimits usual = HttpLimits.STANDARD;
        HttpLimits limits = new HttpLimits(
                options.bodyBytes(),
                usual.headerBytes(),
                usual.urlBytes(),
                options.watches(),
                usual.stall(),
                usual.idle());
        CertificateAuthority authority =
                options.secure() ? new CertificateAuthority(platform.clock().now()) : null;
        Access access = authority == null ? new Access.Open() : protection(authority, options);
        String pem = authority == null ? "" : authority.certificatePem();
        // Whoever is let in is known before anybody can come.
        api.tokens().give(options.tokens());
        HttpFront front = HttpFront.open(
                platform, new HttpFront.Settings(options.host(), options.port(), access, limits), exchange());
        try {
            address = front.uri().getAuthority();
            Bootstrap.announce(
                    api.ownCluster(), new Bootstrap.Server(LOOPBACK, front.uri().getPort(), ""));
            return new Listening(front, start(pem), pem, authority == null ? null : user -> tokenOf(user, authority));
        } catch (RuntimeException | Error e) {
            front.close();
            throw e;
        }
    }

    private Exchange exchange() {
        return new Exchange() {
            @Override
            public ServerResponse handle(ServerRequest request) throws InterruptedException {
                return ApiServer.this.handle(request);
            }

            @Override
            public ServerResponse.Whole refuse(Headers headers, String query, StatusException refusal) {
                return (ServerResponse.Whole) finished(ApiServer.this.refusal(headers, query, refusal), headers);
            }
        };
    }

    private String tokenOf(User user, CertificateAuthority authority) {
        String token = authority.token();
        api.tokens().give(Map.of(token, user));
        return token;
    }

    private Access protection(CertificateAuthority authority, SocketOptions options) {
        List<String> names = Stream.of(options.host(), "127.0.0.1", "::1", "localhost", "kubernetes.default.svc")
                .distinct()
                .toList();
        // Where everybody may do everything, at least they have to say who they are.
        boolean anonymous = options.anonymous() && profile.authorization() != Authorization.ALWAYS_ALLOW;
        Authenticator authenticator = new Authenticator(
                authority.certificate(),
                token -> api.tokens().findUser(token, platform.clock().now()),
                anonymous);
        return new Access.Protected(authority.server(names), authenticator);
    }

    /** {@return what goes wrong on request} */
    public Faults faults() {
        return faults;
    }

    /** {@return how many writes there were, and one: the resource version of the present} */
    public long revision() {
        return store.state().revision();
    }

    /** Forgets all states before the present: who asks for one is told that it has expired. */
    public void compact() {
        store.compact(revision());
    }

    Catalog catalog() {
        return api.catalog();
    }

    /**
     * {@return the answer to a request}
     *
     * @throws ConnectionCutException if a fault cuts the connection
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public ServerResponse handle(ServerRequest request) throws InterruptedException {
        try {
            return finished(answer(request), request.headers());
        } catch (StatusException e) {
            return finished(refusal(request.headers(), request.rawQuery(), e), request.headers());
        } catch (ConnectionCutException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("request", request).setCause(e).log("A request could not be handled");
            return finished(
                    refusal(
                            request.headers(),
                            request.rawQuery(),
                            Failures.internal(e.getClass().getSimpleName())),
                    request.headers());
        }
    }

    private ServerResponse answer(ServerRequest sent) throws InterruptedException {
        requireTimeout(sent);
        ServerRequest request;
        try {
            request = api.admitted(sent);
        } catch (StatusException e) {
            ServerResponse.Whole refusal = refusal(sent.headers(), sent.rawQuery(), e);
            return new ServerResponse.Whole(
                    refusal.status(), refusal.headers().with("X-Content-Type-Options", "nosniff"), refusal.body());
        }
        Optional<? extends ServerResponse> told = faultControl.answer(request);
        if (told.isEmpty()) {
            told = discovery.answer(request, api.catalog(), address);
        }
        return told.isPresent() ? told.get() : faults.apply(request, this::serve);
    }

    /** Asks for nobody's permission first, as a real server does; watches have a time of their own. */
    private static void requireTimeout(ServerRequest sent) {
        String timeout = Query.parse(sent.rawQuery()).text("timeout");
        if (!timeout.isEmpty() && !Api.isWatch(sent)) {
            GoDuration.requireTimeout(timeout);
        }
    }

    private ServerResponse serve(ServerRequest request) throws InterruptedException {
        return api.handle(request).orElseGet(ApiServer::notFound);
    }

    private static ServerResponse notFound() {
        Headers headers = Headers.of("Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff");
        return new ServerResponse.Whole(404, headers, NOT_FOUND);
    }

    private ServerResponse.Whole refusal(Headers asked, String query, StatusException e) {
        Accepted form = Accepted.ofFailure(
                asked.find("Accept").orElse(null),
                Query.parse(query).first("pretty"),
                asked.find("User-Agent").orElse(null));
        Answers.Encoded encoded = foundation.answers().encode(e.status(), form);
        Headers headers = Headers.of("Content-Type", encoded.contentType());
        for (String warning : e.warnings()) {
            headers = headers.with("Warning", warning);
        }
        int retryAfter = e.retryAfterSeconds();
        return new ServerResponse.Whole(
                e.code(),
                retryAfter > 0 ? headers.with("Retry-After", Integer.toString(retryAfter)) : headers,
                encoded.body());
    }

    /** A random name for a request that brings none, by which its traces can be found. */
    private String auditId() {
        long high = (platform.random().nextLong() & ~0xF000L) | 0x4000L;
        long low = (platform.random().nextLong() >>> 2) | Long.MIN_VALUE;
        return new UUID(high, low).toString();
    }

    private ServerResponse finished(ServerResponse response, Headers asked) {
        Headers named = response.headers().with(AUDIT_ID, asked.find(AUDIT_ID).orElseGet(this::auditId));
        Headers headers =
                named.find(CACHE_CONTROL).isPresent() ? named : named.with(CACHE_CONTROL, "no-cache, private");
        return switch (response) {
            case ServerResponse.Whole whole -> new ServerResponse.Whole(whole.status(), headers, whole.body());
            case ServerResponse.Watch watch -> new ServerResponse.Watch(watch.status(), headers, watch.feed());
        };
    }
}
