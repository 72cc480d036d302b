package dev.konverge.benchmarks.controller;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.Running;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.User;
import dev.konverge.apiserver.http.Access;
import dev.konverge.apiserver.http.Authenticator;
import dev.konverge.apiserver.http.HttpFront;
import dev.konverge.apiserver.http.HttpLimits;
import dev.konverge.base.Platform;
import dev.konverge.base.tls.CertificateAuthority;
import dev.konverge.benchmarks.Orders;
import dev.konverge.samples.foo.SampleController;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The server of the benchmark, in a process of its own: the embedded API server over TLS, with Foos defined, behind a front that counts.
 * Each trial gets a fork of the server as it was at first, so that none finds what another left.
 */
public final class FooServer implements FooHost {
    private static final String FOOS = "/apis/samplecontroller.k8s.io/v1alpha1/namespaces/default/foos";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final Duration DEFINED_WITHIN = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final int OK = 200;
    private static final int CREATED = 201;

    private final Platform platform;
    private final ApiServer pristine;

    /** The present trial's. Written by the thread that is told to, read by all that answer requests. */
    private volatile Stage stage;

    private record Stage(ApiServer server, FooTally tally) {}

    private FooServer(Platform platform, ApiServer pristine) {
        this.platform = platform;
        this.pristine = pristine;
        this.stage = new Stage(pristine.fork(), new FooTally(platform));
    }

    /** Takes the file to write a kubeconfig to; prints the port of its {@linkplain FooControl control}; ends with its standard input. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Platform platform = Platform.real();
        var server = new FooServer(platform, withFoosDefined(platform));
        var authority = new CertificateAuthority(platform.clock().now());
        String token = authority.token();
        var access = new Access.Protected(
                authority.server(List.of("127.0.0.1", "localhost")),
                new Authenticator(
                        authority.certificate(),
                        given -> given.equals(token) ? Optional.of(User.ADMIN) : Optional.empty(),
                        false));
        try (HttpFront front = HttpFront.open(
                        platform, new HttpFront.Settings("127.0.0.1", 0, access, HttpLimits.STANDARD), server::handle);
                Orders control = Orders.serve(new FooControl(server))) {
            Files.writeString(Path.of(args[0]), kubeconfig(front.uri().toString(), authority.certificatePem(), token));
            System.out.println(control.port());
            while (System.in.read() >= 0) {
                // Whoever started this process holds the other end.
            }
        }
    }

    private static ApiServer withFoosDefined(Platform platform) throws InterruptedException {
        ApiServer server = ApiServer.create(platform, Profile.PLAIN);
        try (Running running = server.start()) {
            ServerRequest define = ServerRequest.of("POST", DEFINITIONS)
                    .withBody("application/yaml", SampleController.definition().getBytes(StandardCharsets.UTF_8));
            require(server.handle(define), CREATED, running);
            long deadline = platform.clock().deadlineAfter(DEFINED_WITHIN);
            while (server.handle(ServerRequest.of("GET", FOOS)).status() != OK) {
                if (platform.clock().nanoTime() > deadline) {
                    throw new IllegalStateException(
                            "Foos are not served " + DEFINED_WITHIN + " after they were defined");
                }
                platform.sleep(LOOK);
            }
        }
        return server;
    }

    private static void require(ServerResponse response, int code, Object what) {
        if (response.status() != code) {
            throw new IllegalStateException(what + " was answered with " + response);
        }
    }

    private static String kubeconfig(String url, String authorityPem, String token) {
        String certificate = Base64.getEncoder().encodeToString(authorityPem.getBytes(StandardCharsets.US_ASCII));
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: bench
                  cluster: {server: "%s", certificate-authority-data: "%s"}
                users:
                - name: admin
                  user: {token: "%s"}
                contexts:
                - name: bench
                  context: {cluster: bench, user: admin, namespace: default}
                current-context: bench
                """.formatted(url, certificate, token);
    }

    private ServerResponse handle(ServerRequest request) throws InterruptedException {
        Stage now = stage;
        ServerResponse response = now.server.handle(request);
        now.tally.count(
                request.method(),
                request.path(),
                response instanceof ServerResponse.Watch,
                response.status(),
                platform.clock().now());
        return response;
    }

    @Override
    public void reset() {
        stage = new Stage(pristine.fork(), new FooTally(platform));
    }

    /** Creates Foos, not over the wire. */
    @Override
    public void create(int count) throws InterruptedException {
        Stage now = stage;
        for (int i = 0; i < count; i++) {
            String json = """
                    {"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","metadata":{"name":"foo-%d"},\
                    "spec":{"deploymentName":"foo-%d","replicas":1}}""".formatted(i, i);
            require(now.server.handle(ServerRequest.of("POST", FOOS).withJson(json)), CREATED, "a new Foo");
        }
    }

    @Override
    public Platform platform() {
        return platform;
    }

    @Override
    public FooTally tally() {
        return stage.tally;
    }
}
