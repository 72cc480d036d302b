package dev.konverge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchemaTest {
    private static final TypeDef POD = new TypeDef("io.k8s.api.core.v1.Pod", TypeDef.Form.OBJECT, false, List.of());
    private static final Schema SCHEMA = new Schema(
            "1.2.3",
            List.of(new GroupDef("", List.of("v1"))),
            Map.of(POD.name(), POD),
            List.of(
                    new KindDef("", "v1", "Pod", POD.name(), null),
                    new KindDef("metrics.k8s.io", "v1", "Pod", POD.name(), null)));

    @Test
    void aTypeIsFoundByItsFullName() {
        assertThat(SCHEMA.type("io.k8s.api.core.v1.Pod")).isEqualTo(POD);
    }

    @Test
    void aTypeThatIsNotThereIsNamedInTheMessage() {
        assertThatThrownBy(() -> SCHEMA.type("io.k8s.api.core.v1.Pot"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no type \"io.k8s.api.core.v1.Pot\" in the schema of Kubernetes 1.2.3");
    }

    @Test
    void aKindIsFoundByGroupVersionAndName() {
        assertThat(SCHEMA.findKind("metrics.k8s.io", "v1", "Pod"))
                .contains(SCHEMA.kinds().get(1));
        assertThat(SCHEMA.findKind("", "v2", "Pod")).isEmpty();
    }

    @Test
    void theApiVersionOfTheCoreGroupIsTheBareVersion() {
        assertThat(SCHEMA.kinds()).extracting(KindDef::apiVersion).containsExactly("v1", "metrics.k8s.io/v1");
    }

    @Test
    void aTypeNameFallsIntoPackageAndSimpleName() {
        assertThat(POD.simpleName()).isEqualTo("Pod");
        assertThat(POD.packageName()).isEqualTo("io.k8s.api.core.v1");
    }

    @Test
    void partsArePutIntoOrder() {
        TypeDef node = new TypeDef("io.k8s.api.core.v1.Node", TypeDef.Form.OBJECT, false, List.of());
        TypeDef inner = new TypeDef("io.k8s.api.core.v1.sub.A", TypeDef.Form.OBJECT, false, List.of());
        KindDef late = new KindDef("b", "v1", "A", node.name(), null);
        KindDef middle = new KindDef("a", "v2", "A", node.name(), null);
        KindDef early = new KindDef("a", "v1", "B", node.name(), null);
        Schema schema = Schema.of("1.2.3", List.of(), List.of(inner, POD, node), List.of(late, middle, early));
        assertThat(schema.types().values()).containsExactly(node, POD, inner);
        assertThat(schema.kinds()).containsExactly(early, middle, late);
        assertThat(SchemaFile.parse(SchemaFile.format(schema))).isEqualTo(schema);
    }

    @Test
    void twoTypesOfOneNameAreRefused() {
        assertThatThrownBy(() -> Schema.of("1.2.3", List.of(), List.of(POD, POD), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("type \"io.k8s.api.core.v1.Pod\" is there twice");
    }

    @Test
    void changingWhatASchemaWasMadeOfDoesNotChangeIt() {
        Map<String, TypeDef> types = new LinkedHashMap<>(Map.of(POD.name(), POD));
        Schema schema = new Schema("1.2.3", List.of(), types, List.of());
        types.clear();
        assertThat(schema.types()).containsOnlyKeys(POD.name());
        assertThatThrownBy(() -> schema.types().clear()).isInstanceOf(UnsupportedOperationException.class);
    }
}
