package dev.konverge.apiserver.kind;

import static dev.konverge.apiserver.kind.Kinds.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

class InnerFormTest {
    private final InnerForm forms = new InnerForm(KubernetesSchema.load());

    @Test
    void everyFieldIsShownWithItsNameInGo() {
        assertThat(forms.of(yaml("{name: a, protocol: TCP, port: 1}"), "core.v1.ServicePort"))
                .hasToString("{\"Name\":\"a\",\"Protocol\":\"TCP\",\"AppProtocol\":null,\"Port\":1,\"TargetPort\":0,"
                        + "\"NodePort\":0}");
        assertThat(forms.of(yaml("{targetWWNs: [a], fsType: b}"), "core.v1.FCVolumeSource"))
                .hasToString(
                        "{\"TargetWWNs\":[\"a\"],\"Lun\":null,\"FSType\":\"b\",\"ReadOnly\":false,\"WWIDs\":null}");
        assertThat(forms.of(null, "core.v1.ServicePort")).isEqualTo(Json.Null.INSTANCE);
    }

    @Test
    void metadataHaveNoLevelAndNoNamesOfTheirOwn() {
        assertThat(forms.of(
                        yaml("{metadata: {labels: {b: c, a: d}}, spec: {devices: {}}}"),
                        "resource.v1.ResourceClaimTemplateSpec"))
                .hasToString("{\"labels\":{\"a\":\"d\",\"b\":\"c\"},\"Spec\":{\"Devices\":{\"Requests\":null,"
                        + "\"Constraints\":null,\"Config\":null}}}");
    }

    @Test
    void whatAPodSaysOfItsHostStandsInItsSecurityContext() {
        Json.Obj spec =
                (Json.Obj) forms.of(yaml("{hostNetwork: true, securityContext: {runAsUser: 1}}"), "core.v1.PodSpec");

        assertThat(spec.fields()).doesNotContainKeys("HostNetwork", "ServiceAccount");
        assertThat(Tree.object(spec, "SecurityContext").fields().keySet())
                .startsWith(
                        "HostNetwork", "HostPID", "HostIPC", "ShareProcessNamespace", "HostUsers", "SELinuxOptions");
        assertThat(Tree.flag(spec, "SecurityContext", "HostNetwork")).isTrue();
    }

    @Test
    void linesAreThoseOfTheWholeValue() {
        assertThat(forms.lines(yaml("{ip: 1.2.3.4}"), "core.v1.HostAlias"))
                .isEqualTo(List.of("{", " \"IP\": \"1.2.3.4\",", " \"Hostnames\": null", "}"));
    }
}
