package dev.konverge.apiserver.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestPathTest {
    @ParameterizedTest
    @DisplayName("P1: what a path is about")
    @CsvSource(nullValues = "-", textBlock = """
            /api/v1/pods, '', v1, '', pods, '', ''
            /api/v1/namespaces/ns/pods/p, '', v1, ns, pods, p, ''
            /api/v1/namespaces/ns/pods/p/log, '', v1, ns, pods, p, log
            /api/v1/namespaces/ns, '', v1, '', namespaces, ns, ''
            /api/v1/namespaces/ns/status, '', v1, '', namespaces, ns, status
            /api/v1/namespaces/ns/finalize, '', v1, '', namespaces, ns, finalize
            /apis/apps/v1/deployments/, apps, v1, '', deployments, '', ''
            /apis/apps/v1/namespaces/ns/deployments/d/scale, apps, v1, ns, deployments, d, scale
            /apis/rbac.authorization.k8s.io/v1/clusterroles/a%3Ab+c, rbac.authorization.k8s.io, v1, '', clusterroles, a:b+c, ''
            """)
    void pathsAreRead(
            String path, String group, String version, String namespace, String resource, String name, String sub) {
        assertThat(RequestPath.parse(path))
                .contains(new RequestPath(group, version, false, namespace, resource, name, sub, List.of()));
    }

    @ParameterizedTest
    @CsvSource({"/", "/api", "/api/v1", "/apis/apps/v1", "/healthz", "/openapi/v3/api/v1/x"})
    void otherPathsAreAboutNoResource(String path) {
        assertThat(RequestPath.parse(path)).isEmpty();
    }
}
