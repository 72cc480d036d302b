package dev.konverge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How collections are read: at which revision, how much of them, and which objects. */
class ListContractTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final VirtualPlatform platform = new VirtualPlatform(3);
    private final Driver server = Driver.of(platform);
    private long start;

    @BeforeEach
    void fill() {
        for (String name : List.of("b", "a", "c", "e", "d")) {
            server.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"l\":\"" + name + "\"}}}");
        }
        start = server.server().revision();
    }

    @AfterEach
    void close() {
        platform.close();
    }

    @Test
    @DisplayName("L1, L12: a list is the present, in the order of the keys, with the revision of all")
    void aListIsThePresent() {
        server.post("/api/v1/namespaces/kube-system/configmaps", "{\"metadata\":{\"name\":\"a\"}}");
        Driver.Answer list = server.get(MAPS);
        assertThat(list.names()).containsExactly("a", "b", "c", "d", "e");
        assertThat(list.version()).isEqualTo(start + 1);
        assertThat(list.text("items.0.metadata.resourceVersion")).isEqualTo(Long.toString(start - 3));
        assertThat(server.get("/api/v1/configmaps").names()).containsExactly("a", "b", "c", "d", "e", "a");
        assertThat(server.get("/apis/apps/v1/deployments").text("items")).isEqualTo("[]");
    }

    @Test
    @DisplayName("M8: items of built-in kinds do not tell their kind")
    void itemsDoNotTellTheirKind() {
        Driver.Answer list = server.get(MAPS);
        assertThat(list.text("kind")).isEqualTo("ConfigMapList");
        assertThat(list.at("items.0.kind")).isEqualTo(Json.Null.INSTANCE);
        assertThat(list.at("items.0.apiVersion")).isEqualTo(Json.Null.INSTANCE);
    }

    @Test
    @DisplayName("L2: whoever takes any revision gets everything at once")
    void anyRevisionIsNotPaged() {
        Driver.Answer list = server.get(MAPS + "?resourceVersion=0&limit=2");
        assertThat(list.names()).hasSize(5);
        assertThat(list.at("metadata.continue")).isEqualTo(Json.Null.INSTANCE);
    }

    @Test
    @DisplayName("L3: a list that is not older than a revision")
    void notOlderThanIsThePresent() {
        server.delete(MAPS + "/a");
        assertThat(server.get(MAPS + "?resourceVersion=" + start).names()).containsExactly("b", "c", "d", "e");
        assertThat(server.get(MAPS + "?resourceVersionMatch=NotOlderThan&limit=2&resourceVersion=" + start)
                        .names())
                .containsExactly("b", "c");
        assertThat(server.get(MAPS + "?resourceVersion=999").status()).isEqualTo(504);
    }

    @Test
    @DisplayName("L4, L5: a list at exactly a revision")
    void exactIsThePast() {
        server.delete(MAPS + "/a");
        server.merge(MAPS + "/b", "{\"data\":{\"x\":\"new\"}}");
        Driver.Answer past = server.get(MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + start);
        assertThat(past.names()).containsExactly("a", "b", "c", "d", "e");
        assertThat(past.at("items.1.data")).isEqualTo(Json.Null.INSTANCE);
        assertThat(past.version()).isEqualTo(start);
        assertThat(server.get(MAPS + "?limit=1&resourceVersion=" + start).names())
                .containsExactly("a");
        server.server().compact();
        Driver.Answer forgotten = server.get(MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + start);
        assertThat(forgotten.status()).isEqualTo(410);
        assertThat(forgotten.text("reason")).isEqualTo("Expired");
        assertThat(forgotten.text("message")).isEqualTo("The resourceVersion for the provided list is too old.");
    }

    @Test
    @DisplayName("L6: contradictions are refused")
    void contradictionsAreRefused() {
        String prefix = "ListOptions.meta.k8s.io \"\" is invalid: ";
        assertThat(message("resourceVersionMatch=Exact"))
                .isEqualTo(prefix + "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless "
                        + "resourceVersion is provided");
        assertThat(message("resourceVersionMatch=Exact&resourceVersion=0"))
                .isEqualTo(prefix + "resourceVersionMatch: Forbidden: resourceVersionMatch \"exact\" is forbidden for "
                        + "resourceVersion \"0\"");
        assertThat(message("resourceVersionMatch=Exact&resourceVersion=5&continue=x"))
                .isEqualTo(
                        prefix + "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is "
                                + "provided");
        assertThat(message("sendInitialEvents=true"))
                .isEqualTo(prefix + "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list");
    }

    private String message(String query) {
        Driver.Answer refused = server.get(MAPS + "?" + query);
        assertThat(refused.status()).isEqualTo(422);
        return refused.text("message");
    }

    @Test
    @DisplayName("L7: a version is a number")
    void aVersionIsANumber() {
        Driver.Answer refused = server.get(MAPS + "?resourceVersion=abc");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("message"))
                .isEqualTo(
                        "invalid resource version: resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid syntax");
        assertThat(server.get(MAPS + "/a?resourceVersion=abc").text("message"))
                .isEqualTo(
                        "resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid syntax");
    }

    @Test
    @DisplayName("L8: pages of one revision, however the collection changes in between")
    void pagesAreOfOneRevision() {
        Driver.Answer first = server.get(MAPS + "?limit=2");
        assertThat(first.names()).containsExactly("a", "b");
        assertThat(first.at("metadata.remainingItemCount")).isEqualTo(Json.of(3L));
        String token = first.text("metadata.continue");
        assertThat(new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8))
                .isEqualTo("{\"v\":\"meta.k8s.io/v1\",\"rv\":" + start + ",\"start\":\"/b\\u0000\"}");
        server.post(MAPS, "{\"metadata\":{\"name\":\"bb\"}}");
        server.delete(MAPS + "/c");
        Driver.Answer second = server.get(MAPS + "?limit=2&continue=" + token);
        assertThat(second.names()).containsExactly("c", "d");
        assertThat(second.version()).isEqualTo(start);
        Driver.Answer last = server.get(MAPS + "?limit=2&continue=" + second.text("metadata.continue"));
        assertThat(last.names()).containsExactly("e");
        assertThat(last.at("metadata.continue")).isEqualTo(Json.Null.INSTANCE);
        assertThat(last.at("metadata.remainingItemCount")).isEqualTo(Json.Null.INSTANCE);
    }

    @Test
    @DisplayName("L8: pages across namespaces")
    void pagesGoAcrossNamespaces() {
        server.post("/api/v1/namespaces/kube-system/configmaps", "{\"metadata\":{\"name\":\"z\"}}");
        List<String> all = new ArrayList<>();
        String token = "";
        do {
            Driver.Answer page = server.get("/api/v1/configmaps?limit=1&continue=" + token);
            all.addAll(page.names());
            token = page.at("metadata.continue") instanceof Json.Str next ? next.value() : "";
        } while (!token.isEmpty());
        assertThat(all).containsExactly("a", "b", "c", "d", "e", "z");
    }

    @Test
    @DisplayName("L9: a token comes alone, and from the server")
    void tokensComeFromTheServer() {
        String token = server.get(MAPS + "?limit=2").text("metadata.continue");
        Driver.Answer refused = server.get(MAPS + "?limit=2&resourceVersion=5&continue=" + token);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("message")).isEqualTo("specifying resource version is not allowed when using continue");
        assertThat(server.get(MAPS + "?continue=%21%21").text("message"))
                .startsWith("invalid continue token: continue key is not valid: ");
    }

    @Test
    @DisplayName("L10: a token of a forgotten revision comes back with one of the present")
    void forgottenTokensCanBeContinuedInconsistently() {
        String token = server.get(MAPS + "?limit=2").text("metadata.continue");
        server.post(MAPS, "{\"metadata\":{\"name\":\"bb\"}}");
        server.server().compact();
        Driver.Answer gone = server.get(MAPS + "?limit=2&continue=" + token);
        assertThat(gone.status()).isEqualTo(410);
        assertThat(gone.text("reason")).isEqualTo("Expired");
        assertThat(gone.text("message"))
                .startsWith("The provided continue parameter is too old to display a consistent");
        Driver.Answer on = server.get(MAPS + "?limit=9&continue=" + gone.text("metadata.continue"));
        assertThat(on.names()).containsExactly("bb", "c", "d", "e");
        assertThat(on.version()).isEqualTo(server.server().revision());
    }

    @Test
    @DisplayName("L11: selectors come before the limit, and nobody counts what is left")
    void selectorsComeBeforeTheLimit() {
        Driver.Answer page = server.get(MAPS + "?limit=1&labelSelector=l%20in%20(b,d)");
        assertThat(page.names()).containsExactly("b");
        assertThat(page.at("metadata.remainingItemCount")).isEqualTo(Json.Null.INSTANCE);
        Driver.Answer next =
                server.get(MAPS + "?limit=1&labelSelector=l%20in%20(b,d)&continue=" + page.text("metadata.continue"));
        assertThat(next.names()).containsExactly("d");
    }

    @Test
    @DisplayName("S1: label selectors")
    void labelsSelect() {
        assertThat(selected("l=a")).containsExactly("a");
        assertThat(selected("l%3D%3Da")).containsExactly("a");
        assertThat(selected("l!=a")).containsExactly("b", "c", "d", "e");
        assertThat(selected("l%20notin%20(a,b)")).containsExactly("c", "d", "e");
        assertThat(selected("l,!x")).hasSize(5);
        assertThat(selected("!l")).isEmpty();
        Driver.Answer refused = server.get(MAPS + "?labelSelector=a%3Db%3Dc");
        assertThat(refused.status()).isEqualTo(400);
    }

    private List<String> selected(String selector) {
        return server.get(MAPS + "?labelSelector=" + selector).names();
    }

    @Test
    @DisplayName("S2, S5: field selectors")
    void fieldsSelect() {
        assertThat(server.get(MAPS + "?fieldSelector=metadata.name%3Da").names())
                .containsExactly("a");
        assertThat(server.get(MAPS + "?fieldSelector=metadata.name!%3Da").names())
                .containsExactly("b", "c", "d", "e");
        assertThat(server.get("/api/v1/configmaps?fieldSelector=metadata.namespace%3Dkube-system")
                        .names())
                .isEmpty();
        Driver.Answer refused = server.get(MAPS + "?fieldSelector=spec.foo%3Da");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("reason")).isEqualTo("BadRequest");
    }

    @Test
    @DisplayName("L8: of a broken token the place is told")
    void brokenTokensAreExplained() {
        String prefix = "invalid continue token: continue key is not valid: ";
        assertThat(server.get(MAPS + "?continue=x").text("message"))
                .isEqualTo(prefix + "illegal base64 data at input byte 0");
        assertThat(server.get(MAPS + "?continue=nothing-there").text("message"))
                .isEqualTo(prefix + "illegal base64 data at input byte 12");
        assertThat(server.get(MAPS + "?continue=ab%3D%3D").text("message"))
                .isEqualTo(prefix + "illegal base64 data at input byte 2");
    }
}
