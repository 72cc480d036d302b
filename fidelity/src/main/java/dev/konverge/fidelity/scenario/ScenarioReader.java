package dev.konverge.fidelity.scenario;

import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import dev.konverge.model.YamlException;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads files of scenarios.
 *
 * {@snippet lang = yaml :
 * rows: [C1]                          # for scenarios that do not say their own
 * tables:                             # lists of parameters, for all files that are read after this one
 *   verbs: [GET, HEAD]
 * scenarios:
 *   - name: read-${verb}              # one for each value of verb
 *     rows: [P2]
 *     for: {verb: verbs}              # the name of a table, or a list
 *     steps:
 *       - do: POST /api/v1/namespaces/${ns}/configmaps
 *         body: {metadata: {name: a}}
 *         save: {uid: metadata.uid}
 *       - do: ${verb} /api/v1/namespaces/${ns}/configmaps/a
 *         headers: {Accept: application/yaml}
 *         until: {path: metadata.uid, is: "${uid}"}
 *       - watch: w
 *         do: GET /api/v1/namespaces/${ns}/configmaps?watch=1
 *       - {events: w, count: 1}
 *       - {end: w}
 *       - do: GET /api/v1/nodes
 *         as: {user: jane, groups: [g]} # the administrator in her name; {token: "${t}"} for its bearer, nobody for nobody
 *       - do: POST /api/v1/namespaces/${ns}/configmaps
 *         protobuf: {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}  # or base64, for any bytes
 *       - hook: h                       # a webhook at ${hook}/h, whose certificate ${ca} vouches for
 *         admits: {allowed: true}       # or converts, or answers with code and type, or silent
 *       - {calls: h, count: 1}          # the last question it was asked
 * }
 */
public final class ScenarioReader {
    private final Map<String, Json.Arr> tables = new LinkedHashMap<>();
    private final List<Scenario> scenarios = new ArrayList<>();
    private final Map<String, String> files = new LinkedHashMap<>();

    /** Nothing read yet. */
    public ScenarioReader() {}

    /** {@return what was read so far} */
    public List<Scenario> scenarios() {
        return List.copyOf(scenarios);
    }

    /** {@return the rows of a table that was read; none if there is no such table} */
    public List<Json> table(String name) {
        Json.Arr table = tables.get(name);
        return table == null ? List.of() : table.items();
    }

    /**
     * Reads one file.
     *
     * @param file its name: for messages and, without its ending, the beginning of the scenarios' names
     * @throws ScenarioFormatException if it cannot be understood
     */
    public void read(String file, String text) {
        String family = file.replaceAll("^.*/|\\.ya?ml$", "");
        List<Scenario> read;
        try {
            read = Yaml.read(text, new FileCodec(family));
        } catch (YamlException wrong) {
            throw new ScenarioFormatException(file, wrong.line(), wrong.column(), wrong.reason());
        }
        for (Scenario scenario : read) {
            String other = files.put(scenario.name(), file);
            if (other != null) {
                throw new ScenarioFormatException(
                        file, 1, 1, "the scenario " + scenario.name() + " is there already, in " + other);
            }
        }
        scenarios.addAll(read);
    }

    /** Lets the YAML reader find the line of what is wrong by the path that a refusal names. */
    private final class FileCodec implements Codec<List<Scenario>> {
        private final String family;

        FileCodec(String family) {
            this.family = family;
        }

        @Override
        public List<Scenario> read(JsonReader in) {
            Node file = new Node(Json.CODEC.read(in), "$");
            file.allowOnly("rows", "tables", "scenarios");
            file.optional("tables")
                    .ifPresent(named ->
                            named.fields().forEach((name, table) -> tables.put(name, (Json.Arr) table.list())));
            List<String> rows = file.optional("rows").map(Node::texts).orElse(List.of());
            List<Scenario> read = new ArrayList<>();
            if (file.optional("scenarios").isPresent()) {
                for (Node scenario : file.required("scenarios").items()) {
                    read.addAll(new Unfolding(family, rows, tables).of(scenario));
                }
            }
            return read;
        }

        @Override
        public void write(List<Scenario> value, JsonWriter out) {
            throw new UnsupportedOperationException("scenarios are written by people");
        }
    }
}
