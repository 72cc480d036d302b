package dev.konverge.apiserver.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Driver;
import dev.konverge.base.Platform;

/** The server that the requests of the corpus are made for. */
final class World {
    static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    static final String FOOS = "/apis/example.com/v1/namespaces/default/foos";
    static final String CORE = "/api/v1/namespaces/default/";
    static final String APPS = "/apis/apps/v1/namespaces/default/";

    static final String DEPLOYMENT = """
            {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","labels":{"app":"web"}},
             "spec":{"replicas":2,"selector":{"matchLabels":{"app":"web"}},
              "strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":"25%","maxUnavailable":1}},
              "template":{"metadata":{"labels":{"app":"web"}},
               "spec":{"containers":[{"name":"web","image":"nginx:1.27","ports":[{"containerPort":80,"name":"http"}],
                "env":[{"name":"A","value":"1"}],"resources":{"requests":{"cpu":"100m","memory":"64Mi"}},
                "readinessProbe":{"httpGet":{"path":"/","port":"http"}}}],
                "volumes":[{"name":"tmp","emptyDir":{"sizeLimit":"1Gi"}}]}}}}""";
    static final String POD = """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","labels":{"app":"web"},"finalizers":["example.com/keep"]},
             "spec":{"containers":[{"name":"c","image":"busybox","command":["sh"]}],
              "tolerations":[{"key":"a","operator":"Exists","effect":"NoSchedule"}]}}""";
    static final String SERVICE = """
            {"apiVersion":"v1","kind":"Service","metadata":{"name":"svc"},
             "spec":{"selector":{"app":"web"},"ports":[{"name":"http","port":80,"targetPort":"http"},{"name":"s","port":443}]}}""";
    static final String CONFIG_MAP = """
            {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"cm","labels":{"a":"b"},"annotations":{"n":"v"}},
             "data":{"k":"v","other":"w"},"binaryData":{"b":"AAEC"}}""";
    static final String LEASE = """
            {"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"leader"},
             "spec":{"holderIdentity":"me","leaseDurationSeconds":15,"acquireTime":"2026-01-01T00:00:00.000000Z",
              "renewTime":"2026-01-01T00:00:01.000000Z","leaseTransitions":1}}""";
    static final String FOO = """
            {"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"foo"},
             "spec":{"replicas":3,"color":"blue","size":"M","items":["a","b"],"ports":[{"port":1,"name":"x"}],"free":{"any":[1]}}}""";
    static final String DEFINITION = """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"foos.example.com"},
             "spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"foos","kind":"Foo","shortNames":["fo"]},
              "versions":[{"name":"v1","served":true,"storage":true,
                "subresources":{"status":{},"scale":{"specReplicasPath":".spec.replicas","statusReplicasPath":".status.replicas"}},
                "selectableFields":[{"jsonPath":".spec.color"}],
                "additionalPrinterColumns":[{"name":"Color","type":"string","jsonPath":".spec.color"}],
                "schema":{"openAPIV3Schema":{"type":"object","properties":{
                 "spec":{"type":"object","required":["replicas"],"properties":{
                   "replicas":{"type":"integer","default":1,"minimum":0,"maximum":10},
                   "color":{"type":"string","pattern":"^[a-z]+$","maxLength":10},"size":{"type":"string","enum":["S","M"]},
                   "items":{"type":"array","maxItems":3,"x-kubernetes-list-type":"set","items":{"type":"string"}},
                   "when":{"type":"string","format":"date-time"},
                   "ports":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port"],
                    "items":{"type":"object","required":["port"],"properties":{"port":{"type":"integer"},"name":{"type":"string"}}}},
                   "amount":{"x-kubernetes-int-or-string":true},
                   "free":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}},
                 "status":{"type":"object","properties":{"replicas":{"type":"integer"},"phase":{"type":"string"}}}}}}},
               {"name":"v1beta1","served":true,"storage":false,
                "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}""";

    private World() {}

    static ApiServer create(Platform platform) {
        Driver driver = Driver.of(platform);
        make(driver, DEFINITIONS, DEFINITION);
        make(driver, FOOS, FOO);
        make(driver, CORE + "configmaps", CONFIG_MAP);
        make(driver, CORE + "pods", POD);
        make(driver, CORE + "services", SERVICE);
        make(driver, CORE + "secrets", "{\"metadata\":{\"name\":\"s\"},\"stringData\":{\"password\":\"x\"}}");
        make(driver, CORE + "serviceaccounts", "{\"metadata\":{\"name\":\"sa\"}}");
        make(driver, APPS + "deployments", DEPLOYMENT);
        make(driver, "/apis/coordination.k8s.io/v1/namespaces/default/leases", LEASE);
        make(driver, "/api/v1/namespaces", "{\"metadata\":{\"name\":\"other\"}}");
        assertThat(driver.apply(CORE + "configmaps/applied?fieldManager=m", """
                        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"applied"},"data":{"a":"b"}}""").status())
                .isEqualTo(201);
        return driver.server();
    }

    private static void make(Driver driver, String collection, String object) {
        Driver.Answer answer = driver.post(collection, object);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }
}
