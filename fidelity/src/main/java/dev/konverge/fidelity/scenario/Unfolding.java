package dev.konverge.fidelity.scenario;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the scenarios of one entry of a file: one for each combination of its parameters. */
final class Unfolding {
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
            steps.add(StepReader.read(step.with(values)));
        }
        return new Scenario(family + "/" + name, about, steps);
    }
}
