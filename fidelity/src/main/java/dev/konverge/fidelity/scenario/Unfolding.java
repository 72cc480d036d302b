package dev.konverge.fidelity.scenario;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the scenarios of one entry of a file: one for each combination of its parameters. */
final class Unfolding {
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

    private final String family;
    private final List<String> rows;
    private final Map<String, Json.Arr> tables;

    Unfolding(String family, List<String> rows, Map<String, Json.Arr> tables) {
        this.family = family;
        this.rows = rows;
        this.tables = tables;
    }

    List<Scenario> of(Node entry) {
        entry.allowOnly("name", "rows", "for", "steps", "without");
        List<Values> combinations = List.of(new Values(Map.of()));
        if (entry.optional("for").isPresent()) {
            for (Map.Entry<String, Node> parameter :
                    entry.required("for").fields().entrySet()) {
                combinations = times(combinations, parameter.getKey(), parameter.getValue());
            }
        }
        List<String> left = entry.optional("without").map(Node::texts).orElse(List.of());
        List<Scenario> scenarios = new ArrayList<>();
        for (Values values : combinations) {
            Scenario scenario = scenario(entry, values);
            if (!left.contains(scenario.name().substring(family.length() + 1))) {
                scenarios.add(scenario);
            }
        }
        return scenarios;
    }

    private List<Values> times(List<Values> combinations, String name, Node parameter) {
        List<Values> more = new ArrayList<>();
        for (Values one : combinations) {
            for (Json value : table(parameter).items()) {
                more.add(one.with(name, one.in(value)));
            }
        }
        return more;
    }

    private Json.Arr table(Node parameter) {
        if (parameter.value() instanceof Json.Arr list) {
            return list;
        }
        Json.Arr table = tables.get(parameter.text());
        if (table == null) {
            throw parameter.wrong(
                    "there is no table \"" + parameter.text() + "\"; there are " + String.join(", ", tables.keySet()));
        }
        return table;
    }

    private Scenario scenario(Node entry, Values values) {
        String name = entry.required("name").with(values).text();
        if (!Values.uses(name).isEmpty()) {
            throw entry.required("name").wrong("no value for " + Values.uses(name));
        }
        List<String> about =
                entry.optional("rows").map(node -> node.with(values).texts()).orElse(rows);
        if (about.isEmpty()) {
            throw entry.wrong("no rows of the behaviour list are named");
        }
        List<Step> steps = new ArrayList<>();
        for (Node step : entry.required("steps").items()) {
            steps.add(step(step.with(values)));
        }
        return new Scenario(family + "/" + name, about, steps);
    }

    private static Step step(Node node) {
        if (node.optional("events").isPresent()) {
            node.allowOnly("events", "count");
            return new Step.Events(
                    node.required("events").text(), node.required("count").count());
        }
        if (node.optional("end").isPresent()) {
            node.allowOnly("end");
            return new Step.End(node.required("end").text());
        }
        node.allowOnly("do", "watch", "headers", "type", "accept", "body", "text", "save", "until");
        Step.Request request = request(node);
        if (node.optional("watch").isPresent()) {
            return new Step.Open(node.required("watch").text(), request);
        }
        return new Step.Call(
                request, node.optional("save").map(Node::textsByName).orElse(Map.of()), until(node));
    }

    private static Step.Request request(Node node) {
        String[] line = node.required("do").text().split(" ", 2);
        if (line.length != 2 || !METHODS.contains(line[0]) || !line[1].matches("(/|\\$\\{).*")) {
            throw node.required("do").wrong("expected a method and a path, such as GET /api/v1/pods");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        Step.Body body = body(node);
        if (body instanceof Step.Body.Tree) {
            headers.put("Content-Type", "application/json");
        }
        node.optional("type").ifPresent(type -> headers.put("Content-Type", type.text()));
        node.optional("accept").ifPresent(accept -> headers.put("Accept", accept.text()));
        node.optional("headers").ifPresent(more -> headers.putAll(more.textsByName()));
        return new Step.Request(line[0], line[1], headers, body);
    }

    private static Step.Body body(Node node) {
        if (node.optional("text").isPresent()) {
            return new Step.Body.Text(node.required("text").text());
        }
        return node.optional("body")
                .<Step.Body>map(tree -> new Step.Body.Tree(tree.value()))
                .orElse(new Step.Body.None());
    }

    private static Step.@Nullable Until until(Node node) {
        if (node.optional("until").isEmpty()) {
            return null;
        }
        Node until = node.required("until");
        until.allowOnly("path", "is");
        return new Step.Until(
                until.required("path").text(), until.required("is").value());
    }
}
