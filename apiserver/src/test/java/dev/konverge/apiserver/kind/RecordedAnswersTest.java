package dev.konverge.apiserver.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Driver;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.base.Platform;
import dev.konverge.model.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What kube-apiserver 1.36.4 answered to a list of requests, sent to this server in the same order: objects with all their defaults,
 * refusals word for word, tables cell by cell. Behaviour list 1.5, 1.7, 1.8, 1.12, 1.16, M6.
 *
 * <p>The recording was made without the ServiceAccount plugin and without controllers, from an empty store. Uids, addresses, node
 * ports and times are replaced by a word each; so are they in what is compared with it.
 */
class RecordedAnswersTest {
    /** Written down with the fields that the recording leaves out. */
    private static final Set<String> SYSTEM_FIELDS =
            Set.of("uid", "creationTimestamp", "resourceVersion", "managedFields", "deletionTimestamp");

    private static final Set<String> AGES = Set.of("Age", "Last Seen", "First Seen", "Created At", "Duration");

    /** The refusal names the kind of the group it is stored in there, and of the group it was sent to here. */
    private static final Set<String> KNOWN_DIFFERENCES = Set.of("create event-new-bad");

    private static final Map<Pattern, String> WORDS = new LinkedHashMap<>();

    static {
        WORDS.put(Pattern.compile("\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b"), "UID");
        WORDS.put(Pattern.compile("\\b10\\.0\\.\\d{1,3}\\.\\d{1,3}\\b"), "ADDRESS");
        WORDS.put(Pattern.compile("\\b\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"), "TIME");
        WORDS.put(Pattern.compile(":3[0-2]\\d{3}/"), ":PORT/");
    }

    private final Driver server = new Driver(ApiServer.create(Platform.real(), Profile.BARE));

    @TestFactory
    List<DynamicTest> answersAreThoseOfTheRealServer() throws IOException {
        server.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"diff\"}}");
        List<DynamicTest> tests = new ArrayList<>();
        for (Json.Obj row : recording()) {
            String name = Tree.text(row, "name");
            // The requests build on one another, so each is sent even if its answer is not compared.
            tests.add(DynamicTest.dynamicTest(name, () -> {
                Driver.Answer answer = send(row);
                if (!KNOWN_DIFFERENCES.contains(name)) {
                    compare(row, answer);
                }
            }));
        }
        return tests;
    }

    private static List<Json.Obj> recording() throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(RecordedAnswersTest.class.getResourceAsStream("recorded-1.36.4.jsonl")),
                StandardCharsets.UTF_8))) {
            return lines.lines().map(line -> (Json.Obj) Json.parse(line)).toList();
        }
    }

    private Driver.Answer send(Json.Obj row) {
        String method = Tree.text(row, "method");
        boolean table = method.equals("TABLE");
        ServerRequest request = ServerRequest.of(table ? "GET" : method, Tree.text(row, "path"));
        if (row.get("body") instanceof Json.Obj body) {
            String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
            request = request.withBody(type, body.toBytes());
        }
        return server.send(
                table ? request.withHeader("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io") : request);
    }

    private static void compare(Json.Obj row, Driver.Answer answer) {
        assertThat((long) answer.status()).as(answer.body()).isEqualTo(Tree.number(row, "status"));
        if (Tree.has(row, "message")) {
            assertThat(scrubbed(answer.at("message"))).isEqualTo(row.get("message"));
        } else if (Tree.has(row, "columns")) {
            compareTable(row, answer.json());
        } else {
            assertThat(sorted(scrubbed(withoutSystemFields(answer.json()))))
                    .isEqualTo(sorted(Tree.object(row, "answer")));
        }
    }

    private static void compareTable(Json.Obj row, Json.Obj table) {
        List<Json> columns = new ArrayList<>();
        List<Integer> ages = new ArrayList<>();
        for (Json.Obj column : Tree.objects(table, "columnDefinitions")) {
            if (AGES.contains(Tree.text(column, "name"))) {
                ages.add(columns.size());
            }
            columns.add(new Json.Arr(List.of(
                    Json.of(Tree.text(column, "name")),
                    Json.of(Tree.text(column, "type")),
                    Json.of(Tree.text(column, "format")),
                    Json.of(Tree.number(column, "priority")))));
        }
        assertThat(columns).isEqualTo(Tree.list(row, "columns"));
        Map<String, Json> rows = new TreeMap<>();
        for (Json.Obj found : Tree.objects(table, "rows")) {
            List<Json> cells = new ArrayList<>(Tree.list(found, "cells"));
            ages.forEach(age -> cells.set(age, Json.of("AGE")));
            rows.put(Tree.text(found, "object", "metadata", "name"), scrubbed(new Json.Arr(cells)));
        }
        Map<String, Json> expected = new TreeMap<>(Tree.object(row, "rows").fields());
        // The real server has flow schemas, roles and the like that this one begins without.
        expected.keySet().retainAll(rows.keySet());
        rows.keySet().retainAll(expected.keySet());
        assertThat(rows).isEqualTo(expected);
    }

    private static Json.Obj withoutSystemFields(Json.Obj object) {
        Json.Obj metadata = Tree.object(object, "metadata");
        for (String field : SYSTEM_FIELDS) {
            metadata = Tree.without(metadata, field);
        }
        return Tree.with(object, metadata, "metadata");
    }

    /** Equality of objects does not look at the order of their fields; a sorted text makes a failure readable. */
    private static String sorted(Json value) {
        return switch (value) {
            case Json.Obj object -> {
                List<String> fields = new ArrayList<>();
                new TreeMap<>(object.fields()).forEach((name, field) -> fields.add(name + ": " + masked(name, field)));
                yield "{" + String.join(",\n", fields) + "}";
            }
            case Json.Arr array ->
                "["
                        + String.join(
                                ",\n",
                                array.items().stream()
                                        .map(RecordedAnswersTest::sorted)
                                        .toList()) + "]";
            default -> value.toString();
        };
    }

    private static String masked(String name, Json value) {
        return name.equals("nodePort") ? "PORT" : sorted(value);
    }

    private static Json scrubbed(Json value) {
        return switch (value) {
            case Json.Obj object -> {
                Map<String, Json> fields = new LinkedHashMap<>();
                object.fields().forEach((name, field) -> fields.put(name, scrubbed(field)));
                yield new Json.Obj(fields);
            }
            case Json.Arr array ->
                new Json.Arr(array.items().stream()
                        .map(RecordedAnswersTest::scrubbed)
                        .toList());
            case Json.Str text -> Json.of(scrubbed(text.value()));
            default -> value;
        };
    }

    private static String scrubbed(String text) {
        String result = text;
        for (Map.Entry<Pattern, String> word : WORDS.entrySet()) {
            result = word.getKey().matcher(result).replaceAll(word.getValue());
        }
        return result;
    }
}
