package dev.konverge.apiserver.mutation;

import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.mutation.Mutant.Expectation;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Differences between requests that say the same. */
final class Harmless {
    private Harmless() {}

    static Mutant of(ServerRequest request, Random random) {
        String type = request.headers().find("Content-Type").orElse("");
        boolean json = type.endsWith("json") && request.body().length > 0;
        return switch (random.nextInt(json ? 6 : 3)) {
            case 0 -> asBefore("unknown parameter", query(request, "&unknown=" + random.nextInt())); // P8
            case 1 -> asBefore("unknown header", request.withHeader("X-Unknown", "a"));
            case 2 -> asBefore("empty parameters", query(request, "&&"));
            case 3 -> asBefore("charset", request.withBody(type + "; charset=utf-8", request.body())); // T5
            case 4 -> asBefore("white space", body(request, "\n\t " + text(request) + " \r\n"));
            default ->
                asBefore(
                        "order of fields",
                        body(
                                request,
                                shuffled(Json.parse(request.body()), random).toString()));
        };
    }

    private static Mutant asBefore(String how, ServerRequest request) {
        return new Mutant(how, request, Expectation.AS_BEFORE);
    }

    private static ServerRequest query(ServerRequest request, String more) {
        return new ServerRequest(
                request.method(),
                request.path(),
                request.rawQuery() + more,
                request.headers(),
                request.body(),
                request.user());
    }

    private static ServerRequest body(ServerRequest request, String body) {
        return new ServerRequest(
                request.method(),
                request.path(),
                request.rawQuery(),
                request.headers(),
                body.getBytes(StandardCharsets.UTF_8),
                request.user());
    }

    private static String text(ServerRequest request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }

    private static Json shuffled(Json value, Random random) {
        return switch (value) {
            case Json.Obj object -> {
                List<String> names = new ArrayList<>(object.fields().keySet());
                Collections.shuffle(names, random);
                Map<String, Json> fields = new LinkedHashMap<>();
                names.forEach(name ->
                        fields.put(name, shuffled(object.fields().getOrDefault(name, Json.Null.INSTANCE), random)));
                yield new Json.Obj(fields);
            }
            case Json.Arr array ->
                new Json.Arr(array.items().stream()
                        .map(item -> shuffled(item, random))
                        .toList());
            default -> value;
        };
    }
}
