package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.access.AccountTokens;
import dev.konverge.apiserver.access.Authorizer;
import dev.konverge.apiserver.access.Tokens;
import dev.konverge.apiserver.admission.Admission;
import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.crd.CustomKind;
import dev.konverge.apiserver.kind.BuiltInKinds;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.apiserver.negotiate.Bodies;
import dev.konverge.apiserver.policy.Policies;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Store;
import dev.konverge.apiserver.structure.Structures;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.apiserver.upkeep.ServiceAddresses;
import dev.konverge.apiserver.webhook.ConversionWebhook;
import dev.konverge.apiserver.webhook.OutsideCalls;
import dev.konverge.apiserver.webhook.Webhooks;
import dev.konverge.base.Platform;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * All resources and what can be done with them: for clients by requests, for the server itself as a {@link Cluster}.
 *
 * <p>Safe for use by many threads.
 */
public final class Api {
    private final AtomicReference<Catalog> catalog;
    private final Resources resources;
    private final Cluster cluster;
    private final Cluster ownCluster;
    private final Admission admission;
    private final Tokens tokens;
    private final Entrance entrance;
    private final Definitions definitions;
    private final OutsideCalls calls;

    /**
     * Facts that do not change while a server runs, and that servers can share.
     *
     * @param builtIns the rules of built-in kinds
     * @param structures how their objects are merged
     * @param bodies reads the bodies of requests
     * @param answers writes those of responses
     */
    public record Facts(BuiltInKinds builtIns, Structures structures, Bodies bodies, Answers answers) {}

    /**
     * Serves the objects of a store.
     *
     * @param catalog what is served at first
     * @param authorizer who may do what
     * @param serviceAccounts whether pods run as service accounts, with a token to show for it
     * @param tokenSecret what the tokens of service accounts are signed with
     */
    public Api(
            Platform platform,
            Store store,
            Catalog catalog,
            Facts facts,
            Authorizer authorizer,
            boolean serviceAccounts,
            byte[] tokenSecret) {
        this.catalog = new AtomicReference<>(catalog);
        this.calls = new OutsideCalls(store::state);
        this.definitions = new Definitions(
                platform,
                store,
                facts.structures,
                settings -> ConversionWebhook.of(settings, calls, platform.random()),
                this::serve);
        Kinds kinds = new Kinds(this.catalog::get, facts.builtIns, facts.structures, facts.bodies, definitions);
        Webhooks webhooks = new Webhooks(
                store::state,
                this.catalog::get,
                authorizer,
                calls,
                platform.random(),
                (object, from, to) -> kinds.of(from).in(object, to.apiVersion()));
        Policies policies = new Policies(store::state, this.catalog::get, authorizer);
        ServiceAddresses addresses = new ServiceAddresses(platform, () -> services(store.state()));
        Engine engine = new Engine(
                platform,
                store,
                new ManagedOwnership(),
                new AdmissionGate(this::admission, policies, webhooks, kinds),
                definitions,
                authorizer,
                calls,
                addresses);
        Creating creating = new Creating(engine);
        Updating updating = new Updating(engine, creating);
        Deleting deleting = new Deleting(engine);
        Served definitionKind = catalog.find("apiextensions.k8s.io", "v1", "customresourcedefinitions")
                .orElseThrow();
        definitions.use(() -> kinds.of(definitionKind).managedFields("status"));
        Patching patching = new Patching(engine, updating, facts.bodies);
        Verbs verbs = new Verbs(creating, updating, patching, deleting);
        AccountTokens accountTokens = new AccountTokens(tokenSecret);
        Served pods = catalog.find("", "v1", "pods").orElseThrow();
        Scaling scaling = new Scaling(engine, verbs.updating(), facts.bodies, facts.structures);
        Subresources subresources = new Subresources(
                engine,
                verbs,
                scaling,
                facts.bodies,
                this::cluster,
                new TokenRequests(engine, facts.bodies, this::cluster, accountTokens, facts.structures),
                () -> kinds.of(pods));
        Listing listing = new Listing(store, platform.clock());
        Reviews reviews = new Reviews(authorizer, this::tokens);
        WriteRequests writes = new WriteRequests(engine, verbs, subresources, reviews, facts.bodies, listing);
        ReadRequests reads = new ReadRequests(engine, listing);
        this.resources =
                new Resources(this.catalog::get, kinds, reads, writes, subresources, facts.answers, platform.clock());
        this.cluster = new InnerCluster(engine, this.catalog::get, kinds, verbs, "kube-controller-manager");
        this.ownCluster = new InnerCluster(engine, this.catalog::get, kinds, verbs, "kube-apiserver");
        this.tokens = new Tokens(accountTokens, cluster::find);
        this.entrance = new Entrance(authorizer);
        this.admission = new Admission(ownCluster, authorizer, addresses, platform.random(), serviceAccounts);
    }

    private static List<Json.Obj> services(State state) {
        List<Json.Obj> all = new ArrayList<>();
        state.objects("services").from("").forEach(stored -> all.add(stored.content()));
        return all;
    }

    /** Begins where another one is that serves a store with the same objects. */
    public void adopt(Api other) {
        definitions.adopt(other.definitions);
    }

    /** {@return the {@code openAPIV3Schema} of a custom resource in the version that is served, if its definition has one} */
    public Optional<Json.Obj> findSchema(Served served) {
        return definitions
                .findCustom(served)
                .map(CustomKind::schema)
                .filter(schema -> !schema.fields().isEmpty());
    }

    /** {@return the way to webhooks} */
    public OutsideCalls calls() {
        return calls;
    }

    /** {@return whose the bearer tokens are} */
    public Tokens tokens() {
        return tokens;
    }

    /** {@return whether a request asks to be told what changes, for as long as it takes} */
    public static boolean isWatch(ServerRequest request) {
        return Actions.of(request).verb().equals("watch");
    }

    /**
     * {@return a request as the one it is done for would have made it}
     *
     * @throws dev.konverge.apiserver.failure.StatusException if its user may not make it
     */
    public ServerRequest admitted(ServerRequest request) {
        return entrance.admitted(request);
    }

    private void serve(List<Served> custom) {
        catalog.updateAndGet(before -> before.withCustom(custom));
    }

    /** {@return what is served now} */
    public Catalog catalog() {
        return catalog.get();
    }

    /** {@return the server as its own upkeep uses it} */
    public Cluster cluster() {
        return cluster;
    }

    /** {@return the server as it uses itself, to make what every server begins with} */
    public Cluster ownCluster() {
        return ownCluster;
    }

    /**
     * {@return the answer to a request}, or nothing if its path is about no resource that is served
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it is refused
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public Optional<ServerResponse> handle(ServerRequest request) throws InterruptedException {
        Optional<RequestPath> path = RequestPath.parse(request.path());
        return path.isEmpty() ? Optional.empty() : resources.handle(request, path.get());
    }

    private Admission admission() {
        return admission;
    }
}
