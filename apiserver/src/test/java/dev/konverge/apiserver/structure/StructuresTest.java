package dev.konverge.apiserver.structure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.schema.Schema;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class StructuresTest {
    private static final Schema SCHEMA = KubernetesSchema.load();
    private final Structures structures = new Structures(SCHEMA);

    private static Structure at(Structure from, String... path) {
        Structure found = from;
        for (String name : path) {
            Structure next = name.equals("[]") ? ((Structure.Sequence) found).element() : ((Struct) found).at(name);
            assertThat(next).as(name).isNotNull();
            found = Objects.requireNonNull(next);
        }
        return found;
    }

    private static @Nullable Json defaultOf(Struct struct, String name) {
        return Objects.requireNonNull(struct.field(name)).defaultValue();
    }

    @Test
    void listsAreWhatTheSchemaSays() {
        // A7
        Struct pod = structures.object("io.k8s.api.core.v1.Pod");

        assertThat(at(pod, "metadata", "finalizers")).isInstanceOf(Structure.SetList.class);
        assertThat(at(pod, "spec", "tolerations")).isInstanceOf(Structure.AtomicList.class);
        assertThat(at(pod, "spec", "containers"))
                .isInstanceOfSatisfying(
                        Structure.KeyedList.class,
                        list -> assertThat(list.keys()).containsExactly("name"));
        assertThat(at(pod, "spec", "containers", "[]", "ports"))
                .isInstanceOfSatisfying(
                        Structure.KeyedList.class,
                        list -> assertThat(list.keys()).containsExactly("containerPort", "protocol"));
        assertThat(at(pod, "status", "conditions")).isInstanceOf(Structure.KeyedList.class);
    }

    @Test
    void wholeObjectsSayWhatTheyAreEvenAsPartOfOthers() {
        // V1
        Struct set = structures.object("io.k8s.api.apps.v1.StatefulSet");

        assertThat(at(set, "spec", "volumeClaimTemplates", "[]", "kind")).isEqualTo(Structure.Scalar.STRING);
        assertThat(((Struct) at(set, "spec", "template")).at("kind")).isNull();
    }

    @Test
    void keysKnowTheirDefaults() {
        // A7
        Struct pod = structures.object("io.k8s.api.core.v1.Pod");
        Struct port = (Struct) at(pod, "spec", "containers", "[]", "ports", "[]");

        assertThat(defaultOf(port, "protocol")).isEqualTo(Json.of("TCP"));
        assertThat(defaultOf(port, "containerPort")).isEqualTo(Json.of(0));
        assertThat(defaultOf(port, "hostPort")).isNull();
    }

    @Test
    void someObjectsAndMapsAreOneWhole() {
        Struct deployment = structures.object("io.k8s.api.apps.v1.Deployment");
        Struct service = structures.object("io.k8s.api.core.v1.Service");

        assertThat(((Struct) at(deployment, "spec", "selector")).atomic()).isTrue();
        assertThat(((Struct) at(service, "spec", "selector")).atomic()).isTrue();
        assertThat(((Struct) at(deployment, "metadata", "labels")).atomic()).isFalse();
    }

    @Test
    void aTypeMayContainItself() {
        Structure schema = structures.type("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");

        Structure properties = at(schema, "properties", "any");

        assertThat(properties).isSameAs(schema);
    }

    @Test
    void theZeroObjectIsWhatKubernetesOwnTypeWrites() {
        Struct deployment = structures.object("io.k8s.api.apps.v1.Deployment");

        assertThat(deployment.zero())
                .isEqualTo(
                        Json.parse(
                                "{\"metadata\":{},\"spec\":{\"template\":{\"metadata\":{},\"spec\":{\"containers\":null}},\"strategy\":{}},\"status\":{}}"));
    }

    @Test
    void everyTypeOfTheSchemaHasAStructure() {
        for (String name : SCHEMA.types().keySet()) {
            Structure structure = structures.type(name);
            if (structure instanceof Struct struct) {
                struct.fields();
                struct.zero();
            }
            assertThat(structures.type(name)).isSameAs(structure);
        }
    }

    @Test
    void unknownFieldsAreDroppedAndNamedByTheirPath() {
        // V1
        Struct pod = structures.object("io.k8s.api.core.v1.Pod");
        Json.Obj object = (Json.Obj)
                Json.parse(
                        "{\"kind\":\"Pod\",\"bogus\":1,\"metadata\":{\"labels\":{\"any\":\"x\"}},"
                                + "\"spec\":{\"containers\":[{\"name\":\"a\",\"imag\":\"x\"},{\"name\":\"b\"}],\"Containers\":[]}}");

        UnknownFields.Dropped dropped = UnknownFields.drop(object, pod);

        assertThat(dropped.unknown()).isEqualTo(List.of("bogus", "spec.containers[0].imag", "spec.Containers"));
        assertThat(dropped.object())
                .isEqualTo(
                        Json.parse(
                                "{\"kind\":\"Pod\",\"metadata\":{\"labels\":{\"any\":\"x\"}},\"spec\":{\"containers\":[{\"name\":\"a\"},{\"name\":\"b\"}]}}"));
        assertThat(UnknownFields.drop(dropped.object(), pod).object()).isSameAs(dropped.object());
    }
}
