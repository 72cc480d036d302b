package dev.konverge.apiserver.apply;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the number of managers that update an object within bounds: the oldest of them become one. */
final class AncientChanges {
    private static final int MAX_UPDATERS = 10;
    private static final String NAME = "ancient-changes";

    private AncientChanges() {}

    static void cap(Managers managers) {
        List<ManagerId> updaters = new ArrayList<>();
        for (ManagerId id : managers.all().keySet()) {
            if (id.operation() == ManagerId.Operation.UPDATE) {
                updaters.add(id);
            }
        }
        if (updaters.size() <= MAX_UPDATERS) {
            return;
        }
        updaters.sort(Comparator.<ManagerId>comparingLong(id -> seconds(managers.find(id)))
                .thenComparing(ManagerId::sortKey, JsonOrder::compare));
        Map<String, ManagerId> firstOfVersion = new HashMap<>();
        int count = updaters.size();
        for (ManagerId id : updaters) {
            Owned owned = managers.find(id);
            if (count <= MAX_UPDATERS || owned == null) {
                return;
            }
            ManagerId first = firstOfVersion.putIfAbsent(owned.apiVersion(), id);
            if (first != null) {
                merge(managers, first, id, owned);
                count--;
            }
        }
    }

    private static void merge(Managers managers, ManagerId first, ManagerId id, Owned owned) {
        ManagerId bucket = ManagerId.updater(NAME, owned.apiVersion(), "");
        Owned old = managers.find(bucket);
        if (old == null) {
            old = managers.find(first);
            managers.remove(first);
        }
        FieldSet fields = old == null ? owned.fields() : owned.fields().union(old.fields());
        managers.remove(id);
        managers.put(bucket, new Owned(fields, owned.apiVersion(), owned.time(), null));
    }

    private static long seconds(@org.jspecify.annotations.Nullable Owned owned) {
        Instant time = owned == null ? null : owned.time();
        return time == null ? 0 : time.getEpochSecond();
    }
}
