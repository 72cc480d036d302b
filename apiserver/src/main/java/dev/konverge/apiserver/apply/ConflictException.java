package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.failure.StatusBuilder;
import dev.konverge.apiserver.failure.StatusException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Thrown where a configuration would change what others own. */
final class ConflictException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What each other manager would lose. Never serialised in practice. */
    private final transient Map<ManagerId, FieldSet> conflicts;

    ConflictException(Map<ManagerId, FieldSet> conflicts) {
        super(null, null, false, false);
        this.conflicts = conflicts;
    }

    /** {@return the same without the fields that may be taken} It may be empty. */
    ConflictException without(FieldSet allowed) {
        Map<ManagerId, FieldSet> rest = new LinkedHashMap<>();
        conflicts.forEach((manager, fields) -> {
            FieldSet remaining = fields.difference(allowed);
            if (!remaining.isEmpty()) {
                rest.put(manager, remaining);
            }
        });
        return new ConflictException(rest);
    }

    boolean isEmpty() {
        return conflicts.isEmpty();
    }

    /** {@return the answer to the client, with the text and the causes that Kubernetes has for it} */
    StatusException toStatus() {
        List<ManagerId> managers = new ArrayList<>(conflicts.keySet());
        managers.sort(Comparator.comparing(ManagerId::sortKey));
        Map<ManagerId, List<String>> paths = new LinkedHashMap<>();
        int count = 0;
        for (ManagerId manager : managers) {
            List<String> found = paths(conflicts.getOrDefault(manager, FieldSet.EMPTY));
            paths.put(manager, found);
            count += found.size();
        }
        StatusBuilder status = StatusBuilder.failure(409, "Conflict", message(paths, count));
        paths.forEach((manager, found) ->
                found.forEach(path -> status.cause("FieldManagerConflict", "conflict with " + manager.shown(), path)));
        return status.exception();
    }

    private static List<String> paths(FieldSet fields) {
        List<String> paths = new ArrayList<>();
        fields.forEach(path -> {
            StringBuilder text = new StringBuilder();
            path.forEach(element -> text.append(element.text()));
            paths.add(text.toString());
        });
        return paths;
    }

    private static String message(Map<ManagerId, List<String>> paths, int count) {
        StringBuilder text = new StringBuilder("Apply failed with ").append(count);
        if (count == 1) {
            paths.forEach((manager, found) -> text.append(" conflict: conflict with ")
                    .append(manager.shown())
                    .append(": ")
                    .append(found.getFirst()));
            return text.toString();
        }
        text.append(" conflicts: ");
        String separator = "";
        for (Map.Entry<ManagerId, List<String>> entry : paths.entrySet()) {
            text.append(separator)
                    .append("conflicts with ")
                    .append(entry.getKey().shown())
                    .append(':');
            entry.getValue().forEach(path -> text.append("\n- ").append(path));
            separator = "\n";
        }
        return text.toString();
    }
}
