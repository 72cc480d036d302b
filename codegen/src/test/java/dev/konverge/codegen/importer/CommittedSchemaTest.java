package dev.konverge.codegen.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.konverge.schema.FieldDef;
import dev.konverge.schema.FieldDef.ListType;
import dev.konverge.schema.FieldDef.MapType;
import dev.konverge.schema.FieldDef.Presence;
import dev.konverge.schema.GroupDef;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.KindDef.ResourceDef;
import dev.konverge.schema.KindDef.SubresourceDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.SchemaFile;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import dev.konverge.schema.TypeDef.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schema file in the repository: its form, and facts about Kubernetes 1.36 that are known from elsewhere. */
class CommittedSchemaTest {
    static final Path FILE = Path.of("../model/src/main/resources/dev/konverge/model/kubernetes.schema");

    private static final String CORE = "io.k8s.api.core.v1.";
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
    private static final String CRD = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.";

    private static String text = "";
    private static Schema schema = new Schema("", List.of(), Map.of(), List.of());

    @BeforeAll
    static void read() throws IOException {
        text = Files.readString(FILE);
        schema = SchemaFile.parse(text);
    }

    private static FieldDef field(String type, String name) {
        return schema.type(type).findField(name).orElseThrow();
    }

    private static KindDef kind(String group, String version, String name) {
        return schema.findKind(group, version, name).orElseThrow();
    }

    private static ResourceDef resource(String group, String version, String name) {
        return Objects.requireNonNull(kind(group, version, name).resource());
    }

    @Test
    void theFileIsInItsCanonicalForm() {
        assertThat(SchemaFile.format(schema)).isEqualTo(text);
    }

    @Test
    void itHoldsAllOfTheRelease() {
        // 771 definitions, of which 88 are lists of a kind; 103 kinds and DeleteOptions, which is one of core here.
        assertThat(schema.release()).isEqualTo("1.36.4");
        assertThat(schema.types()).hasSize(771 - 88);
        assertThat(schema.kinds()).hasSize(104);
        assertThat(schema.groups()).hasSize(23);
        assertThat(schema.groups().stream()
                        .mapToInt(group -> group.versions().size())
                        .sum())
                .isEqualTo(36);
    }

    @Test
    void everyKindWithAResourceIsOfAVersionThatIsServed() {
        Set<String> served = new HashSet<>();
        for (GroupDef group : schema.groups()) {
            group.versions().forEach(version -> served.add(group.name() + "/" + version));
        }
        assertThat(schema.kinds())
                .filteredOn(kind -> kind.resource() != null)
                .extracting(kind -> kind.group() + "/" + kind.version())
                .allMatch(served::contains)
                .containsAll(served);
    }

    @Test
    void theMembersOfAnObjectThatNameItsKindAreNoFieldsOfAKind() {
        assertThat(schema.kinds())
                .allSatisfy(kind -> assertThat(schema.type(kind.type()).fields())
                        .extracting(FieldDef::name)
                        .doesNotContain("kind", "apiVersion"));
        assertThat(schema.type(META + "OwnerReference").fields())
                .extracting(FieldDef::name)
                .containsExactly("apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion");
        assertThat(field(CRD + "CustomResourceDefinitionNames", "kind").required())
                .isTrue();
    }

    @Test
    void listsAreNoTypesButWhatIsOnlyCalledAListIs() {
        assertThat(schema.types().keySet())
                .filteredOn(name -> name.endsWith("List"))
                .containsExactly(META + "APIGroupList", META + "APIResourceList");
    }

    @Test
    void onlyTheVersionOfTheServerIsNotSentInProtobuf() {
        for (TypeDef type : schema.types().values()) {
            boolean sent = !type.name().equals("io.k8s.apimachinery.pkg.version.Info");
            assertThat(type.fields())
                    .describedAs(type.name())
                    .allMatch(field -> field.protoPath().isEmpty() != sent)
                    .doesNotHaveDuplicates();
            if (sent) {
                assertThat(type.fields()).extracting(FieldDef::protoPath).doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void listsMapsAndBytesAreNeverExplicit() {
        assertThat(schema.types().values().stream().flatMap(type -> type.fields().stream()))
                .filteredOn(field -> field.shape() instanceof Shape.ListOf
                        || field.shape() instanceof Shape.MapOf
                        || field.shape() == Shape.Scalar.BYTES)
                .hasSizeGreaterThan(400)
                .noneMatch(field -> field.presence() == Presence.EXPLICIT);
    }

    @Test
    void keysOfListsAreFieldsOfTheirElements() {
        for (TypeDef type : schema.types().values()) {
            for (FieldDef field : type.fields()) {
                if (field.merge().listType() == ListType.MAP) {
                    assertThat(field.merge().mapKeys()).isNotEmpty();
                    Shape element = ((Shape.ListOf) field.shape()).element();
                    TypeDef elementType = schema.type(((Shape.Ref) element).type());
                    assertThat(field.merge().mapKeys())
                            .allMatch(key -> elementType.findField(key).isPresent());
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            core.v1.Container                | name               | 1    | ALWAYS
            core.v1.Container                | image              | 2    | ZERO_IS_ABSENT
            core.v1.Container                | resources          | 8    | ALWAYS
            core.v1.Container                | livenessProbe      | 10   | EXPLICIT
            core.v1.Volume                   | hostPath           | 2.1  | EXPLICIT
            core.v1.PersistentVolumeSpec     | csi                | 2.22 | EXPLICIT
            core.v1.Probe                    | exec               | 1.1  | EXPLICIT
            core.v1.Probe                    | initialDelaySeconds | 2   | ZERO_IS_ABSENT
            core.v1.EphemeralContainer       | name               | 1.1  | ALWAYS
            core.v1.EphemeralContainer       | targetContainerName | 2   | ZERO_IS_ABSENT
            core.v1.ConfigMapKeySelector     | name               | 1.1  | ZERO_IS_ABSENT
            core.v1.NodeSpec                 | podCIDR            | 1    | ZERO_IS_ABSENT
            core.v1.ServiceSpec              | clusterIPs         | 18   | ZERO_IS_ABSENT
            core.v1.PersistentVolumeClaimSpec | storageClassName  | 5    | EXPLICIT
            core.v1.PersistentVolumeClaimSpec | volumeName        | 3    | ZERO_IS_ABSENT
            core.v1.Pod                      | metadata           | 1    | ALWAYS
            core.v1.Secret                   | data               | 2    | ZERO_IS_ABSENT
            apps.v1.DeploymentSpec           | replicas           | 1    | EXPLICIT
            apps.v1.DeploymentSpec           | selector           | 2    | EXPLICIT
            rbac.v1.Role                     | rules              | 2    | ALWAYS
            admissionregistration.v1beta1.NamedRuleWithOperations | apiGroups | 2.2.1 | ZERO_IS_ABSENT
            """)
    void fieldsHaveTheirProtobufNumbersAndPresence(String type, String name, String path, Presence presence) {
        FieldDef field = field("io.k8s.api." + type, name);
        assertThat(field.protoPath())
                .isEqualTo(Stream.of(path.split("\\.")).map(Integer::valueOf).toList());
        assertThat(field.presence()).isEqualTo(presence);
    }

    @Test
    void fieldsStandInTheOrderInWhichKubernetesWritesThem() {
        assertThat(schema.type(CORE + "Pod").fields())
                .extracting(FieldDef::name)
                .containsExactly("metadata", "spec", "status");
        assertThat(schema.type(CORE + "Probe").fields())
                .extracting(FieldDef::name)
                .startsWith("exec", "httpGet", "tcpSocket", "grpc", "initialDelaySeconds");
        assertThat(schema.type(META + "ObjectMeta").fields())
                .extracting(FieldDef::name)
                .startsWith("name", "generateName", "namespace", "selfLink", "uid", "resourceVersion", "generation");
    }

    @Test
    void listsAreMergedAsStated() {
        FieldDef.Merge containers = field(CORE + "PodSpec", "containers").merge();
        assertThat(containers.listType()).isEqualTo(ListType.MAP);
        assertThat(containers.mapKeys()).containsExactly("name");
        assertThat(containers.patchStrategies()).containsExactly("merge");
        assertThat(containers.patchMergeKey()).isEqualTo("name");
        FieldDef.Merge ports = field(CORE + "Container", "ports").merge();
        assertThat(ports.mapKeys()).containsExactly("containerPort", "protocol");
        assertThat(ports.patchMergeKey()).isEqualTo("containerPort");
        assertThat(field(CORE + "PodSpec", "volumes").merge().patchStrategies()).containsExactly("merge", "retainKeys");
        assertThat(field(META + "ObjectMeta", "finalizers").merge().listType()).isEqualTo(ListType.SET);
        assertThat(field(CORE + "Container", "command").merge().listType()).isEqualTo(ListType.ATOMIC);
    }

    @Test
    void aFieldMayBeGranularWhereItsTypeIsAtomic() {
        assertThat(schema.type(CORE + "ObjectReference").atomic()).isTrue();
        assertThat(field(CORE + "PersistentVolumeSpec", "claimRef").merge().mapType())
                .isEqualTo(MapType.GRANULAR);
        assertThat(field(CORE + "PodSpec", "nodeSelector").merge().mapType()).isEqualTo(MapType.ATOMIC);
    }

    @Test
    void enumerationsAndDefaultsAreThere() {
        assertThat(field(CORE + "Container", "imagePullPolicy").enumValues())
                .containsExactly("Always", "IfNotPresent", "Never");
        assertThat(field(CORE + "ContainerPort", "protocol").enumValues()).containsExactly("SCTP", "TCP", "UDP");
        assertThat(field(CORE + "ContainerPort", "protocol").defaultJson()).isEqualTo("\"TCP\"");
        assertThat(field("io.k8s.api.discovery.v1.EndpointSlice", "addressType").enumValues())
                .containsExactly("FQDN", "IPv4", "IPv6");
        assertThat(field(CORE + "ReplicationControllerSpec", "replicas").defaultJson())
                .isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            api.core.v1.ContainerPort                            | protocol        | v1.Protocol     |
            api.core.v1.Capabilities                             | add             | []v1.Capability |
            api.core.v1.ResourceRequirements                     | limits          | v1.ResourceList |
            api.core.v1.Volume                                   | hostPath        |                 | VolumeSource
            api.core.v1.Container                                | image           |                 |
            api.core.v1.PodSpec                                  | containers      |                 |
            api.core.v1.EphemeralContainer                       | imagePullPolicy | v1.PullPolicy   | EphemeralContainerCommon
            api.admissionregistration.v1.NamedRuleWithOperations | scope           | v1.ScopeType    | RuleWithOperations.Rule
            apimachinery.pkg.apis.meta.v1.ObjectMeta             | uid             | types.UID       |
            apimachinery.pkg.apis.meta.v1.APIResource            | verbs           | v1.Verbs        |
            """)
    void goHasNamesOfItsOwn(String type, String name, @Nullable String goType, @Nullable String within) {
        assertThat(field("io.k8s." + type, name).go()).isEqualTo(new FieldDef.Go(goType, within));
    }

    @Test
    void specialTypesHaveTheirForms() {
        assertThat(schema.types().values())
                .filteredOn(type -> type.form() != Form.OBJECT)
                .extracting(TypeDef::simpleName, TypeDef::form)
                .containsExactlyInAnyOrder(
                        tuple("Quantity", Form.QUANTITY),
                        tuple("IntOrString", Form.INT_OR_STRING),
                        tuple("Time", Form.TIME),
                        tuple("MicroTime", Form.MICRO_TIME),
                        tuple("RawExtension", Form.RAW_EXTENSION),
                        tuple("FieldsV1", Form.FIELDS_V1),
                        tuple("Patch", Form.PATCH),
                        tuple("JSON", Form.JSON),
                        tuple("JSONSchemaPropsOrArray", Form.SCHEMA_OR_ARRAY),
                        tuple("JSONSchemaPropsOrBool", Form.SCHEMA_OR_BOOL),
                        tuple("JSONSchemaPropsOrStringArray", Form.SCHEMA_OR_STRING_ARRAY));
    }

    @Test
    void namesThatAreNoIdentifiersAreKept() {
        assertThat(field(CRD + "JSONSchemaProps", "$ref").protoPath()).containsExactly(3);
        assertThat(field(CRD + "JSONSchemaProps", "x-kubernetes-list-map-keys").protoPath())
                .containsExactly(41);
    }

    @Test
    void aListThatProtobufWrapsHasThePathIntoIt() {
        assertThat(field(META + "APIResource", "verbs").protoPath()).containsExactly(4, 1);
        assertThat(field("io.k8s.api.authentication.v1.UserInfo", "extra").shape())
                .isEqualTo(new Shape.MapOf(new Shape.ListOf(Shape.Scalar.STRING)));
    }

    @Test
    void resourcesAreServedAsDiscoverySays() {
        ResourceDef pods = resource("", "v1", "Pod");
        assertThat(pods.plural()).isEqualTo("pods");
        assertThat(pods.singular()).isEqualTo("pod");
        assertThat(pods.shortNames()).containsExactly("po");
        assertThat(pods.categories()).containsExactly("all");
        assertThat(pods.namespaced()).isTrue();
        assertThat(pods.verbs())
                .containsExactly("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
        assertThat(pods.subresources())
                .contains(
                        new SubresourceDef("status", "", "v1", "Pod", List.of("get", "patch", "update")),
                        new SubresourceDef("eviction", "policy", "v1", "Eviction", List.of("create")));
        assertThat(resource("", "v1", "Node").namespaced()).isFalse();
        assertThat(resource("apps", "v1", "Deployment").subresources())
                .contains(new SubresourceDef("scale", "autoscaling", "v1", "Scale", List.of("get", "patch", "update")));
        assertThat(kind("policy", "v1", "Eviction").resource()).isNull();
    }

    @Test
    void thePreferredVersionOfAGroupComesFirst() {
        assertThat(schema.groups()).contains(new GroupDef("autoscaling", List.of("v2", "v1")));
        assertThat(schema.groups()).first().isEqualTo(new GroupDef("", List.of("v1")));
    }

    @Test
    void thereIsNoProse() {
        assertThat(text.lines()).allMatch(line -> line.length() < 700).noneMatch(line -> line.contains(". "));
    }
}
