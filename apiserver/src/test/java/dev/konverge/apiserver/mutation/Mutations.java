package dev.konverge.apiserver.mutation;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.mutation.Mutant.Expectation;
import dev.konverge.model.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Spoils requests. */
final class Mutations {
    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final List<String> NO_METHODS = List.of("FOO", "TRACE", "CONNECT", "G", "POSTPOST");
    private static final List<String> TYPES = List.of(
            "application/json",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "application/json-patch+json",
            "application/merge-patch+json",
            "application/strategic-merge-patch+json",
            "application/apply-patch+yaml",
            "application/json;as=Table;v=v1;g=meta.k8s.io",
            "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
            "*/*",
            "application/*;q=0",
            ";;;",
            "a/b/c");
    private static final List<String> NO_TYPES =
            List.of("text/html", "application/cbor", "application/x-www-form-urlencoded", "application/xml");
    private static final List<String> HEADERS = List.of(
            "Accept", "Content-Type", "User-Agent", "If-None-Match", "Accept-Encoding", "Impersonate-User", "X-Any");
    private static final int DEPTH = 5_000;

    private final List<ServerRequest> corpus;
    private final RandomGenerator random;

    Mutations(List<ServerRequest> corpus, RandomGenerator random) {
        this.corpus = corpus;
        this.random = random;
    }

    Mutant next() {
        ServerRequest request = Nasty.pick(corpus, random);
        Mutant mutant = spoiled(request);
        // A second blow, to get past what the first one alone would have been refused for.
        return random.nextInt(4) == 0
                ? new Mutant(
                        mutant.how() + " + second", spoiled(mutant.request()).request(), Expectation.ANYTHING)
                : mutant;
    }

    private Mutant spoiled(ServerRequest request) {
        boolean hasBody = request.body().length > 0;
        return switch (random.nextInt(hasBody ? 16 : 8)) {
            case 0 -> method(request);
            case 1, 2 -> path(request);
            case 3, 4, 5 -> query(request);
            case 6, 7 -> header(request);
            case 8, 9 -> bytes(request);
            case 10 -> brokenOff(request);
            case 11 -> odd(request);
            default -> tree(request);
        };
    }

    private Mutant method(ServerRequest request) {
        boolean known = random.nextInt(3) > 0;
        String method = Nasty.pick(known ? METHODS : NO_METHODS, random);
        return new Mutant(
                "method",
                new ServerRequest(
                        method, request.path(), request.rawQuery(), request.headers(), request.body(), request.user()),
                known || isToldAnyhow(request.path()) ? Expectation.ANYTHING : Expectation.REFUSED);
    }

    /** Health, and by a real server also the groups, are told whatever the method. */
    private static boolean isToldAnyhow(String path) {
        return !path.startsWith("/api") || path.equals("/apis") || path.equals("/apis/");
    }

    private Mutant path(ServerRequest request) {
        List<String> segments =
                new ArrayList<>(Arrays.asList(request.path().substring(1).split("/", -1)));
        int at = random.nextInt(segments.size());
        switch (random.nextInt(5)) {
            case 0 -> segments.set(at, Nasty.segment(random));
            case 1 -> segments.add(at, Nasty.segment(random));
            case 2 -> segments.add(Nasty.segment(random));
            case 3 -> segments.remove(at);
            default -> segments.set(at, segments.get(at) + Nasty.segment(random));
        }
        return new Mutant(
                "path", at(request, "/" + String.join("/", segments), request.rawQuery()), Expectation.ANYTHING);
    }

    private Mutant query(ServerRequest request) {
        String query = request.rawQuery();
        String value = random.nextInt(4) == 0 ? Nasty.segment(random) : encoded(Nasty.text(random));
        String changed = switch (random.nextInt(query.isEmpty() ? 2 : 5)) {
            case 0 -> query + "&" + Nasty.parameter(random) + "=" + value;
            case 1 -> Nasty.parameter(random) + "=" + value + "&" + query;
            case 2 -> query.substring(random.nextInt(query.length()));
            case 3 -> query.replaceFirst("=[^&]*", "=" + value.replace("$", ""));
            default -> query + query.substring(random.nextInt(query.length()));
        };
        return new Mutant("query " + changed, at(request, request.path(), changed), Expectation.ANYTHING);
    }

    private Mutant header(ServerRequest request) {
        boolean sends = request.method().equals("POST") || request.method().equals("PUT");
        if (sends && random.nextInt(4) == 0) {
            Headers headers = request.headers().replacing("Content-Type", Nasty.pick(NO_TYPES, random));
            return new Mutant("unknown form", with(request, headers), Expectation.REFUSED);
        }
        String name = Nasty.pick(HEADERS, random);
        String value = random.nextBoolean() ? Nasty.pick(TYPES, random) : Nasty.text(random);
        return new Mutant(
                "header " + name + ": " + value,
                with(request, request.headers().replacing(name, value)),
                Expectation.ANYTHING);
    }

    private Mutant bytes(ServerRequest request) {
        byte[] body = request.body().clone();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            int at = random.nextInt(body.length);
            switch (random.nextInt(3)) {
                case 0 -> body[at] = (byte) random.nextInt();
                case 1 -> body[at] ^= (byte) (1 << random.nextInt(8));
                default ->
                    System.arraycopy(
                            body, at, body, random.nextInt(body.length - (body.length - at) + 1), body.length - at);
            }
        }
        return new Mutant("bytes", withBody(request, body), Expectation.ANYTHING);
    }

    private Mutant brokenOff(ServerRequest request) {
        if (request.body().length < 2) {
            return odd(request);
        }
        boolean json = tree(request.body()) != null && !request.method().equals("DELETE");
        byte[] body = Arrays.copyOf(request.body(), random.nextInt(1, request.body().length));
        // Whatever is left of an object without its end is none.
        return new Mutant(
                "broken off",
                withBody(request, body),
                json && isJson(request) ? Expectation.REFUSED : Expectation.ANYTHING);
    }

    private Mutant odd(ServerRequest request) {
        byte[] body = switch (random.nextInt(5)) {
            case 0 -> new byte[0];
            case 1 -> Nasty.text(random).getBytes(StandardCharsets.UTF_8);
            case 2 -> "[".repeat(random.nextInt(1, DEPTH)).getBytes(StandardCharsets.UTF_8);
            case 3 -> "{\"a\":".repeat(random.nextInt(1, DEPTH)).getBytes(StandardCharsets.UTF_8);
            default -> Nasty.pick(corpus, random).body();
        };
        return new Mutant("another body", withBody(request, body), Expectation.ANYTHING);
    }

    private Mutant tree(ServerRequest request) {
        Json tree = tree(request.body());
        if (tree == null) {
            return bytes(request);
        }
        Json changed = TreeMutation.of(tree, random);
        return new Mutant(
                "tree", withBody(request, changed.toString().getBytes(StandardCharsets.UTF_8)), Expectation.ANYTHING);
    }

    private static @org.jspecify.annotations.Nullable Json tree(byte[] body) {
        try {
            return body.length > 0 && (body[0] == '{' || body[0] == '[') ? Json.parse(body) : null;
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static boolean isJson(ServerRequest request) {
        return request.headers().find("Content-Type").orElse("").endsWith("json");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static ServerRequest at(ServerRequest request, String path, String query) {
        return new ServerRequest(request.method(), path, query, request.headers(), request.body(), request.user());
    }

    private static ServerRequest with(ServerRequest request, Headers headers) {
        return new ServerRequest(
                request.method(), request.path(), request.rawQuery(), headers, request.body(), request.user());
    }

    private static ServerRequest withBody(ServerRequest request, byte[] body) {
        return new ServerRequest(
                request.method(), request.path(), request.rawQuery(), request.headers(), body, request.user());
    }
}
