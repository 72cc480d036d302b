package dev.konverge.benchmarks.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditLogTest {
    private static final String FOO = "/apis/samplecontroller.k8s.io/v1alpha1/namespaces/default/foos/foo-0/status";
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final FooTally tally = new FooTally(platform);
    private final AuditLog log = new AuditLog(tally);

    @AfterEach
    void close() {
        platform.close();
    }

    private static String line(String stage, String verb, String uri, int code) {
        return """
                {"kind":"Event","stage":"%s","requestURI":"%s","verb":"%s","user":{"username":"admin"},\
                "responseStatus":{"metadata":{},"code":%d},"stageTimestamp":"1970-01-01T00:00:07.000005Z"}
                """.formatted(stage, uri, verb, code);
    }

    @Test
    void answeredRequestsAreCountedAndTheTimeOfTheFirstWriteIsTheServers() {
        log.take(line("ResponseComplete", "list", DEPLOYMENTS + "?limit=500", 200));
        log.take(line("ResponseComplete", "patch", DEPLOYMENTS + "/foo-0?fieldManager=sample-controller", 201));
        log.take(line("ResponseComplete", "patch", FOO + "?fieldManager=sample-controller", 200));
        log.take(line("ResponseComplete", "create", "/apis/events.k8s.io/v1/namespaces/default/events", 201));
        assertThat(tally.look(FooCounts::toString)).isEqualTo("4 1 1 1");
        assertThat(tally.look(FooCounts::firstWrite)).isEqualTo(7_000_005);
    }

    @Test
    void aWatchCountsWhenItBeginsAndOnce() {
        for (String plural : new String[] {DEPLOYMENTS, "/apis/samplecontroller.k8s.io/v1alpha1/foos"}) {
            log.take(line("ResponseStarted", "watch", plural + "?watch=true", 200));
            log.take(line("ResponseComplete", "watch", plural + "?watch=true", 200));
        }
        assertThat(tally.look(FooCounts::areWatched)).isTrue();
        assertThat(tally.look(FooCounts::toString)).isEqualTo("2 0 0 0");
    }

    @Test
    void aLineThatComesInPiecesIsOneRequest() {
        String line = line("ResponseComplete", "patch", FOO, 200);
        log.take(line.substring(0, 40));
        assertThat(tally.look(FooCounts::toString)).isEqualTo("0 0 0 0");
        log.take(line.substring(40) + line.substring(0, 10));
        log.take(line.substring(10));
        assertThat(tally.look(FooCounts::toString)).isEqualTo("2 0 0 1");
    }
}
