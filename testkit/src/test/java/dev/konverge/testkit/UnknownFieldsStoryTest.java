package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.WriteOptions;
import dev.konverge.controller.DiffPlan;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Scope;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Edits of objects of which the server knows more than the controller, which is older: nothing of that is lost. */
@WithCluster
class UnknownFieldsStoryTest {
    private static final Key RACK = Key.of("default", "rack");
    private static final ResourceType<Unstructured> TREES =
            ResourceType.of("example.com", "v1", "Rack", Unstructured.CODEC).served("racks", true);

    /** What the controller knows of one of the places of a rack; the server knows of a colour as well. */
    private record Slot(String name, long size) {}

    /** What it knows of a rack. */
    private record Rack(ObjectMeta metadata, List<Slot> slots, List<Slot> used) implements Resource {
        private static final ResourceType<Rack> TYPE = ResourceType.of("example.com", "v1", "Rack", new Codec<Rack>() {
                    @Override
                    public Rack read(JsonReader in) {
                        return Rack.of(Json.CODEC.read(in));
                    }

                    @Override
                    public void write(Rack rack, JsonWriter out) {
                        Json.CODEC.write(rack.tree(), out);
                    }
                })
                .served("racks", true);

        static Rack of(Json tree) {
            return new Rack(
                    Objects.requireNonNull(at(tree, "metadata")).as(ObjectMeta.CODEC),
                    slots(at(tree, "spec", "slots")),
                    slots(at(tree, "status", "used")));
        }

        private static List<Slot> slots(@Nullable Json list) {
            return list instanceof Json.Arr(List<Json> items)
                    ? items.stream()
                            .map(item -> new Slot(text(item, "name"), Long.parseLong(text(item, "size"))))
                            .toList()
                    : List.of();
        }

        private Json tree() {
            Map<String, Json> fields = new LinkedHashMap<>();
            fields.put("apiVersion", Json.of("example.com/v1"));
            fields.put("kind", Json.of("Rack"));
            fields.put("metadata", Json.from(ObjectMeta.CODEC, metadata));
            fields.put("spec", object("slots", slots));
            fields.put("status", object("used", used));
            return new Json.Obj(fields);
        }

        private static Json object(String name, List<Slot> slots) {
            List<Json> items = new ArrayList<>();
            slots.forEach(slot -> items.add(
                    new Json.Obj(Map.of("name", Json.of(slot.name()), "size", Json.of(Long.toString(slot.size()))))));
            return new Json.Obj(Map.of(name, new Json.Arr(items)));
        }

        Rack withSlots(Slot... slots) {
            return new Rack(metadata, List.of(slots), used);
        }

        Rack withUsed(Slot... used) {
            return new Rack(metadata, slots, List.of(used));
        }

        @Override
        public ResourceType<Rack> resourceType() {
            return TYPE;
        }
    }

    private static @Nullable Json at(@Nullable Json tree, String... names) {
        Json value = tree;
        for (String name : names) {
            value = value instanceof Json.Obj object ? object.get(name) : null;
        }
        return value;
    }

    private static String text(Json tree, String name) {
        return at(tree, name) instanceof Json.Str(String text) ? text : "";
    }

    @BeforeEach
    void define(TestCluster cluster) {
        cluster.apply("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: racks.example.com}
                spec:
                  group: example.com
                  scope: Namespaced
                  names: {kind: Rack, plural: racks}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    subresources: {status: {}}
                    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """);
        ResourceClient<Unstructured> racks = racks(cluster);
        racks.create(Unstructured.of((Json.Obj) Json.parse("""
                {"apiVersion": "example.com/v1", "kind": "Rack", "metadata": {"name": "rack"}, "spec": {"slots": [
                  {"name": "a", "size": "1", "colour": "red"},
                  {"name": "b", "size": "2", "colour": {"top": "green"}},
                  {"name": "c", "size": "3", "colour": "blue"}]}}""")));
        racks.patch(
                RACK,
                new MergePatch(
                        Json.parse("{\"status\":{\"used\":[{\"name\":\"a\",\"size\":\"1\",\"since\":\"noon\"}]}}")),
                WriteOptions.NONE,
                "status");
    }

    private static ResourceClient<Unstructured> racks(TestCluster cluster) {
        return cluster.clients().resource(TREES).in("default");
    }

    private static void once(TestCluster cluster, BiConsumer<Rack, Scope<Rack>> call) {
        List<Rack> seen = new ArrayList<>();
        cluster.run(cluster.manager()
                .controller(
                        Rack.TYPE,
                        c -> c.reconcile((rack, scope) -> {
                            if (seen.isEmpty()) {
                                call.accept(rack, scope);
                                seen.add(rack);
                            }
                            return Outcome.done();
                        }))
                .build());
        cluster.eventually(() -> assertThat(seen).hasSize(1));
    }

    private static List<String> slotsAfter(TestCluster cluster, UnaryOperator<Rack> change) {
        once(cluster, (rack, scope) -> scope.edit(rack, change));
        return items(cluster, "spec", "slots");
    }

    private static List<String> items(TestCluster cluster, String... names) {
        return ((Json.Arr) Objects.requireNonNull(at(racks(cluster).get("rack").content(), names)))
                .items().stream()
                        .map(item ->
                                text(item, "name") + text(item, "size") + " " + at(item, "colour") + at(item, "since"))
                        .toList();
    }

    @Test
    void anElementThatIsChangedAndThoseBesideItKeepWhatTheControllerDoesNotKnow(TestCluster cluster) {
        assertThat(slotsAfter(cluster, rack -> rack.withSlots(new Slot("a", 1), new Slot("b", 7), new Slot("c", 3))))
                .containsExactly("a1 \"red\"null", "b7 {\"top\":\"green\"}null", "c3 \"blue\"null");
    }

    @Test
    void soDoThoseBesideOneThatIsAdded(TestCluster cluster) {
        assertThat(slotsAfter(
                        cluster,
                        rack -> rack.withSlots(
                                new Slot("new", 9), new Slot("a", 1), new Slot("b", 2), new Slot("c", 7))))
                .containsExactly("new9 nullnull", "a1 \"red\"null", "b2 {\"top\":\"green\"}null", "c7 \"blue\"null");
    }

    @Test
    void soDoThoseBesideOneThatIsRemoved(TestCluster cluster) {
        assertThat(slotsAfter(cluster, rack -> rack.withSlots(new Slot("c", 3), new Slot("b", 7))))
                .containsExactly("c3 \"blue\"null", "b7 {\"top\":\"green\"}null");
    }

    @Test
    void soDoThoseOfAStatusThatIsEdited(TestCluster cluster) {
        once(cluster, (rack, scope) -> scope.editStatus(rack, r -> r.withUsed(new Slot("a", 5), new Slot("b", 2))));
        assertThat(items(cluster, "status", "used")).containsExactly("a5 null\"noon\"", "b2 nullnull");
    }

    @Test
    void onlyAnEditOfAListOfObjectsCostsARead(TestCluster cluster) {
        Injection reads = cluster.faults().inject(Match.verbs("get").on("racks"), new Fault.Delay(Duration.ofNanos(1)));
        once(cluster, (rack, scope) -> {
            ObjectMeta held = rack.metadata().with(m -> m.finalizers(List.of("example.com/a")));
            Rack written = scope.edit(rack, r -> new Rack(held, r.slots(), r.used()));
            assertThat(reads.hits()).isZero();
            scope.status(written.withUsed(new Slot("a", 5)));
            assertThat(reads.hits()).isZero();
            scope.edit(rack, r -> r.withSlots(new Slot("a", 5)));
            assertThat(reads.hits()).isEqualTo(1);
        });
    }

    @Test
    void theClientsEditsKeepItToo(TestCluster cluster) {
        ResourceClient<Rack> racks = cluster.clients().resource(Rack.TYPE).in("default");
        racks.editWithRetry("rack", rack -> rack.withSlots(new Slot("b", 7)));
        racks.editStatus(racks.get("rack"), rack -> rack.withUsed(new Slot("a", 5)));
        assertThat(items(cluster, "spec", "slots")).containsExactly("b7 {\"top\":\"green\"}null");
        assertThat(items(cluster, "status", "used")).containsExactly("a5 null\"noon\"");
    }

    @Test
    void anEditOfWhatHasChangedSinceIsAConflictAndIsMadeToWhatThereIsThen(TestCluster cluster) {
        List<Integer> attempts = new ArrayList<>();
        cluster.run(cluster.manager()
                .controller(
                        Rack.TYPE,
                        c -> c.reconcile((rack, scope) -> {
                            attempts.add(scope.attempt());
                            if (attempts.size() == 1) {
                                racks(cluster)
                                        .patch(
                                                "rack",
                                                new MergePatch(Json.parse("{\"spec\":{\"slots\":[{\"name\":\"a\","
                                                        + "\"size\":\"1\",\"colour\":\"black\"}]}}")));
                            }
                            scope.edit(rack, r -> r.withSlots(new Slot("a", 4)));
                            return Outcome.done();
                        }))
                .build());
        cluster.eventually(() -> assertThat(attempts).startsWith(0, 1));
        assertThat(items(cluster, "spec", "slots")).containsExactly("a4 \"black\"null");
    }

    @Test
    void anEditInAPlanIsMadeToWhatThePlanHasWrittenBefore(TestCluster cluster) throws InterruptedException {
        List<String> texts = new ArrayList<>();
        cluster.manager()
                .controller(
                        Rack.TYPE,
                        c -> c.reconcile((rack, scope) -> {
                            Rack first = scope.edit(
                                    rack, r -> r.withSlots(new Slot("a", 1), new Slot("b", 7), new Slot("c", 3)));
                            scope.edit(first, r -> r.withSlots(new Slot("a", 8), new Slot("b", 7), new Slot("c", 3)));
                            return Outcome.done();
                        }))
                .build()
                .plan(new DiffPlan(texts::add));
        assertThat(texts).hasSize(2);
        assertThat(texts.getLast()).contains("size: \"8\"", "size: \"7\"");
    }
}
