package dev.konverge.apiserver.apply;

import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The managers of one object and what each of them owns: what {@code metadata.managedFields} says. */
final class Managers {
    private static final String FORMAT = "FieldsV1";

    private final Map<ManagerId, Owned> all = new LinkedHashMap<>();

    /**
     * {@return the managers that a list of entries names}
     *
     * @throws MistypedException if an entry makes no sense
     */
    static Managers read(List<Json> entries) throws MistypedException {
        Managers managers = new Managers();
        for (int i = 0; i < entries.size(); i++) {
            if (!(entries.get(i) instanceof Json.Obj entry)) {
                throw new MistypedException("managed fields entry " + i + " is not an object");
            }
            managers.read(entry, i);
        }
        return managers;
    }

    private void read(Json.Obj entry, int index) throws MistypedException {
        ManagerId.Operation operation = operation(text(entry, "operation"));
        String apiVersion = text(entry, "apiVersion");
        if (apiVersion.isEmpty()) {
            throw new MistypedException("apiVersion must not be empty");
        }
        String format = text(entry, "fieldsType");
        if (!format.equals(FORMAT)) {
            throw new MistypedException(
                    format.isEmpty()
                            ? "missing fieldsType in managed fields entry " + index
                            : "invalid fieldsType \"" + format + "\" in managed fields entry " + index);
        }
        boolean applied = operation == ManagerId.Operation.APPLY;
        ManagerId id =
                new ManagerId(text(entry, "manager"), operation, applied ? "" : apiVersion, text(entry, "subresource"));
        try {
            FieldSet fields = entry.get("fieldsV1") instanceof Json.Obj tree ? FieldsV1.read(tree) : FieldSet.EMPTY;
            all.put(id, new Owned(fields, apiVersion, time(text(entry, "time")), entry));
        } catch (IllegalArgumentException malformed) {
            throw new MistypedException("error decoding set: " + malformed.getMessage());
        }
    }

    private static ManagerId.Operation operation(String text) throws MistypedException {
        for (ManagerId.Operation operation : ManagerId.Operation.values()) {
            if (operation.text().equals(text)) {
                return operation;
            }
        }
        throw new MistypedException("operation must be `Apply` or `Update`");
    }

    private static @Nullable Instant time(String text) {
        return text.isEmpty() ? null : TimeFormat.TIME.parse(text);
    }

    private static String text(Json.Obj entry, String field) {
        return entry.get(field) instanceof Json.Str text ? text.value() : "";
    }

    /** {@return the entries in the order in which Kubernetes keeps them} */
    List<Json> write() {
        List<Map.Entry<ManagerId, Owned>> sorted = new ArrayList<>(all.entrySet());
        sorted.sort(Comparator.<Map.Entry<ManagerId, Owned>, ManagerId.Operation>comparing(
                        e -> e.getKey().operation())
                .thenComparingLong(e -> seconds(e.getValue()))
                .thenComparing(e -> e.getKey().name(), JsonOrder::compare)
                .thenComparing(e -> e.getValue().apiVersion(), JsonOrder::compare)
                .thenComparing(e -> e.getKey().subresource(), JsonOrder::compare));
        List<Json> entries = new ArrayList<>(sorted.size());
        sorted.forEach(e -> entries.add(write(e.getKey(), e.getValue())));
        return entries;
    }

    private static long seconds(Owned owned) {
        Instant time = owned.time();
        return time == null ? 0 : time.getEpochSecond();
    }

    private static Json.Obj write(ManagerId id, Owned owned) {
        if (owned.entry() != null) {
            return owned.entry();
        }
        Map<String, Json> entry = new LinkedHashMap<>();
        if (!id.name().isEmpty()) {
            entry.put("manager", Json.of(id.name()));
        }
        entry.put("operation", Json.of(id.operation().text()));
        entry.put("apiVersion", Json.of(owned.apiVersion()));
        if (owned.time() != null) {
            entry.put("time", Json.of(TimeFormat.TIME.format(owned.time())));
        }
        entry.put("fieldsType", Json.of(FORMAT));
        entry.put("fieldsV1", FieldsV1.write(owned.fields()));
        if (!id.subresource().isEmpty()) {
            entry.put("subresource", Json.of(id.subresource()));
        }
        return new Json.Obj(entry);
    }

    Managers copy() {
        Managers copy = new Managers();
        copy.all.putAll(all);
        return copy;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    List<ManagerId> ids() {
        return List.copyOf(all.keySet());
    }

    @Nullable
    Owned find(ManagerId id) {
        return all.get(id);
    }

    /** Sets what a manager owns; one that owns nothing is no manager. */
    void put(ManagerId id, Owned owned) {
        if (owned.fields().isEmpty()) {
            all.remove(id);
        } else {
            all.put(id, owned);
        }
    }

    void remove(ManagerId id) {
        all.remove(id);
    }

    Map<ManagerId, Owned> all() {
        return all;
    }
}
