package dev.konverge.apiserver.apply;

import static dev.konverge.apiserver.apply.Fixtures.DEPLOYMENT;
import static dev.konverge.apiserver.apply.Fixtures.T0;
import static dev.konverge.apiserver.apply.Fixtures.bare;
import static dev.konverge.apiserver.apply.Fixtures.deployments;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random histories of applies and updates by several managers: what must hold whoever does what. */
final class ApplyPropertyTest {
    private static final int RUNS = 100;
    private static final int STEPS = 12;
    private static final List<String> MANAGERS = List.of("a", "b", "c");

    @Test
    void ownershipHoldsThroughRandomHistories() throws MistypedException {
        long seed = 4_711L;
        for (int run = 0; run < RUNS; run++) {
            new History(seed + run).play();
        }
    }

    private static final class History {
        private final long seed;
        private final Random random;
        private final ManagedFields fields = deployments();
        private Json.Obj live;
        private Instant now = T0;

        History(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.live = fields.onUpdate(null, deployment(true), "creator", now);
        }

        void play() throws MistypedException {
            for (int step = 0; step < STEPS; step++) {
                now = now.plusSeconds(1);
                String of = "seed " + seed + ", step " + step;
                if (random.nextInt(4) == 0) {
                    update(of);
                } else {
                    apply(of);
                }
                roundTrips(of);
            }
        }

        private void update(String of) throws MistypedException {
            Json.Obj next = ObjectMetadata.withEntries(deployment(true), ObjectMetadata.entries(live));
            Comparison change = Comparison.of(bare(live), bare(next), DEPLOYMENT);

            live = fields.onUpdate(live, next, "updater", now);

            assertThat(bare(live)).as(of).isEqualTo(bare(next));
            for (Map.Entry<ManagerId, Owned> manager : managers().all().entrySet()) {
                FieldSet owned = manager.getValue().fields();
                if (!manager.getKey().name().equals("updater")) {
                    assertThat(owned.intersection(change.changed()).isEmpty())
                            .as(of)
                            .isTrue();
                }
                assertThat(owned.intersection(change.removed()).isEmpty())
                        .as(of)
                        .isTrue();
            }
        }

        private void apply(String of) throws MistypedException {
            String manager = MANAGERS.get(random.nextInt(MANAGERS.size()));
            Json.Obj config = deployment(false);
            Json.Obj before = live;
            boolean force = random.nextBoolean();
            try {
                live = fields.onApply(live, config, manager, force, now);
            } catch (StatusException conflict) {
                assertThat(conflict.code()).as(of).isEqualTo(409);
                assertThat(force).as(of).isFalse();
                live = fields.onApply(live, config, manager, true, now);
            }
            FieldSet wanted = OwnFields.of(config, DEPLOYMENT);
            FieldSet present = StructuredFields.withNamedFields(OwnFields.of(bare(live), DEPLOYMENT), DEPLOYMENT);
            FieldSet own = owned(manager);
            assertThat(wanted.isSubsetOf(present))
                    .as("%s: everything applied is there", of)
                    .isTrue();
            assertThat(own).as("%s: every leaf applied is owned", of).isEqualTo(wanted.difference(nobodys()));
            assertThat(fields.onApply(live, config, manager, false, now.plusSeconds(9)))
                    .as("%s: applied twice", of)
                    .isSameAs(live);
            othersKeepTheirFields(before, manager, wanted, present, of);
        }

        /** What somebody else owned before stays in the object, and stays theirs unless the configuration took it. */
        private void othersKeepTheirFields(
                Json.Obj before, String manager, FieldSet wanted, FieldSet present, String of)
                throws MistypedException {
            Managers old = Managers.read(ObjectMetadata.entries(before));
            for (Map.Entry<ManagerId, Owned> entry : old.all().entrySet()) {
                if (!entry.getKey().name().equals(manager)) {
                    FieldSet theirs = entry.getValue().fields();
                    Owned now = managers().find(entry.getKey());
                    FieldSet kept = now == null ? FieldSet.EMPTY : now.fields();
                    FieldSet leaves = OwnFields.of(bare(before), DEPLOYMENT).intersection(anchored(theirs));
                    assertThat(leaves.isSubsetOf(present))
                            .as("%s: fields of others stay", of)
                            .isTrue();
                    assertThat(anchored(theirs).difference(kept).isSubsetOf(wanted))
                            .as("%s: only what was applied is taken", of)
                            .isTrue();
                }
            }
        }

        /**
         * {@return the set without what is inside of elements that are not in it} As in Kubernetes, who owns a part of an element,
         * and not the element, does not keep it when its owner takes it away.
         */
        private static FieldSet anchored(FieldSet set) {
            FieldSetBuilder out = new FieldSetBuilder(set.size());
            for (int i = 0; i < set.size(); i++) {
                FieldSet child = set.child(i);
                if (set.member(i) || !(set.element(i) instanceof PathElement.Key)) {
                    out.add(set.element(i), set.member(i), child == null ? null : anchored(child));
                }
            }
            return out.build();
        }

        private void roundTrips(String of) throws MistypedException {
            List<Json> entries = ObjectMetadata.entries(live);
            Managers read = Managers.read(entries);
            List<Json> written = new ArrayList<>();
            for (Map.Entry<ManagerId, Owned> entry : read.all().entrySet()) {
                Owned owned = entry.getValue();
                read.all().replace(entry.getKey(), new Owned(owned.fields(), owned.apiVersion(), owned.time(), null));
            }
            written.addAll(read.write());
            assertThat(written.toString()).as(of).isEqualTo(entries.toString());
        }

        private Managers managers() throws MistypedException {
            return Managers.read(ObjectMetadata.entries(live));
        }

        private FieldSet owned(String manager) throws MistypedException {
            Owned owned = managers().find(ManagerId.applier(manager, ""));
            return owned == null ? FieldSet.EMPTY : owned.fields();
        }

        private static FieldSet nobodys() {
            return FieldSet.ofPaths(
                    List.of(List.of("apiVersion"), List.of("kind"), List.of("metadata"), List.of("metadata", "name")));
        }

        /** {@return a deployment; a whole one has what every stored one has} */
        private Json.Obj deployment(boolean whole) {
            Map<String, Json> metadata = new LinkedHashMap<>(Map.of("name", Json.of("x")));
            if (whole) {
                metadata.put("uid", Json.of("u"));
            }
            some(() -> metadata.put("labels", map()));
            some(() -> metadata.put("finalizers", set()));
            Map<String, Json> spec = new LinkedHashMap<>();
            some(() -> spec.put("replicas", Json.of((long) random.nextInt(3))));
            some(() -> spec.put("paused", Json.of(random.nextBoolean())));
            some(() -> spec.put("selector", object("matchLabels", map())));
            some(() -> spec.put("template", object("spec", object("containers", containers()))));
            Map<String, Json> object = new LinkedHashMap<>();
            object.put("apiVersion", Json.of("apps/v1"));
            object.put("kind", Json.of("Deployment"));
            object.put("metadata", new Json.Obj(metadata));
            // An empty object that loses all its fields to another becomes null, which only a stored form would mend.
            if (!spec.isEmpty()) {
                object.put("spec", new Json.Obj(spec));
            }
            return new Json.Obj(object);
        }

        private void some(Runnable action) {
            if (random.nextInt(3) > 0) {
                action.run();
            }
        }

        private static Json.Obj object(String name, Json value) {
            return new Json.Obj(Map.of(name, value));
        }

        private Json map() {
            Map<String, Json> entries = new LinkedHashMap<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                entries.put("k" + random.nextInt(4), Json.of("v" + random.nextInt(2)));
            }
            return new Json.Obj(entries);
        }

        private Json set() {
            return new Json.Arr(random.ints(3, 0, 4)
                    .distinct()
                    .mapToObj(i -> Json.of("f/" + i))
                    .toList());
        }

        private Json containers() {
            List<Json> containers = new ArrayList<>();
            random.ints(2, 0, 3).distinct().forEach(i -> {
                Map<String, Json> container = new LinkedHashMap<>(Map.of("name", Json.of("c" + i)));
                some(() -> container.put("image", Json.of("i" + random.nextInt(2))));
                some(() -> container.put("args", new Json.Arr(List.of(Json.of("a" + random.nextInt(2))))));
                some(() -> container.put("ports", ports()));
                containers.add(new Json.Obj(container));
            });
            return new Json.Arr(containers);
        }

        private Json ports() {
            List<Json> ports = new ArrayList<>();
            random.ints(2, 80, 83).distinct().forEach(i -> {
                Map<String, Json> port = new LinkedHashMap<>(Map.of("containerPort", Json.of((long) i)));
                some(() -> port.put("name", Json.of("p" + random.nextInt(2))));
                ports.add(new Json.Obj(port));
            });
            return new Json.Arr(ports);
        }
    }
}
