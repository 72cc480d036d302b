package dev.konverge.apiserver.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.ObjectId;
import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Behaviour list H1, H3, B9: bearer tokens. */
class TokensTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final byte[] SECRET = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final String US = AccountTokens.ISSUER;

    private final Map<ObjectId, Json.Obj> objects = new HashMap<>(Map.of(
            ObjectId.core("serviceaccounts", "ns1", "robot"),
            yaml("{metadata: {name: robot, namespace: ns1, uid: u1}}"),
            ObjectId.core("pods", "ns1", "p"),
            yaml("{metadata: {name: p, namespace: ns1, uid: u2}, spec: {serviceAccountName: robot, nodeName: node1}}"),
            ObjectId.core("nodes", "", "node1"),
            yaml("{metadata: {name: node1, uid: u3}}")));
    private final AccountTokens issuer = new AccountTokens(SECRET);
    private final Tokens tokens = new Tokens(issuer, this::find);

    private static Json.Obj yaml(String text) {
        return (Json.Obj) Yaml.parse(text);
    }

    private Optional<Json.Obj> find(ObjectId id) {
        return Optional.ofNullable(objects.get(id));
    }

    private Json.Obj ask(String request) {
        Json.Obj account =
                find(ObjectId.core("serviceaccounts", "ns1", "robot")).orElseThrow();
        return issuer.answer(account, yaml(request), this::find, new Random(1), NOW);
    }

    private String issue(String request) {
        return Tree.text(ask(request), "status", "token");
    }

    private String problem(String token, List<String> audiences, Instant now) {
        return tokens.judge(token, audiences, now) instanceof Tokens.Verdict.Unknown unknown ? unknown.problem() : "";
    }

    @Test
    void aTokenSaysWhoseItIsUntilAMinuteAfterItsTimeIsOver() {
        String token = issue("{spec: {expirationSeconds: 600}}");
        assertThat(tokens.judge(token, List.of(), NOW.plusSeconds(660)))
                .isEqualTo(new Tokens.Verdict.Known(
                        new User(
                                "system:serviceaccount:ns1:robot",
                                "u1",
                                List.of("system:serviceaccounts", "system:serviceaccounts:ns1", "system:authenticated"),
                                Map.of(
                                        "authentication.kubernetes.io/credential-id",
                                        List.of("JTI=" + claims(token).id()))),
                        List.of(US)));
        assertThat(problem(token, List.of(), NOW.plusSeconds(661)))
                .isEqualTo("[invalid bearer token, service account token has expired]");
        assertThat(problem(token, List.of(), NOW.minusSeconds(61)))
                .isEqualTo("[invalid bearer token, service account token is not valid yet]");
    }

    private Claims claims(String token) {
        return issuer.findClaims(token).orElseThrow();
    }

    @Test
    void onlyTheOneWhoSignedATokenKnowsIt() {
        String token = issue("{spec: {}}");
        AccountTokens other =
                new AccountTokens("another secret of the same length".getBytes(StandardCharsets.US_ASCII));
        assertThat(other.findClaims(token)).isEmpty();
        String forged = token.substring(0, token.length() - 2) + "xx";
        for (String garbage : new String[] {forged, "", ".", "..", "a.b.c", "x"}) {
            assertThat(problem(garbage, List.of(), NOW)).isEqualTo("invalid bearer token");
        }
        assertThatThrownBy(() -> new AccountTokens(new byte[31])).hasMessageContaining("31 bytes is too short");
    }

    @Test
    void theClaimsAreThoseOfKubernetes() {
        String claims = new String(
                Base64.getUrlDecoder().decode(issue("{spec: {}}").split("\\.", -1)[1]), StandardCharsets.UTF_8);
        assertThat(claims)
                .matches("\\{\"aud\":\\[\"" + US + "\"],\"exp\":1767326645,\"iat\":1767323045,\"iss\":\"" + US
                        + "\",\"jti\":\"[-0-9a-f]{36}\",\"kubernetes.io\":\\{\"namespace\":\"ns1\",\"serviceaccount\":"
                        + "\\{\"name\":\"robot\",\"uid\":\"u1\"}},\"nbf\":1767323045,"
                        + "\"sub\":\"system:serviceaccount:ns1:robot\"}");
        assertThat(Tree.object(ask("{spec: {}}"), "spec"))
                .hasToString("{\"audiences\":[\"" + US + "\"],\"expirationSeconds\":3600,\"boundObjectRef\":null}");
    }

    @Test
    void aTokenIsForItsAudienceAlone() {
        String token = issue("{spec: {audiences: [vault]}}");
        assertThat(tokens.findUser(token, NOW)).isEmpty();
        assertThat(problem(token, List.of(), NOW))
                .isEqualTo("[invalid bearer token, token audiences [\"vault\"] is invalid for the target audiences [\""
                        + US + "\"]]");
        assertThat(tokens.judge(token, List.of("x", "vault"), NOW))
                .isInstanceOfSatisfying(
                        Tokens.Verdict.Known.class,
                        known -> assertThat(known.audiences()).containsExactly("vault"));
    }

    @Test
    void aTokenEndsWithItsAccount() {
        String token = issue("{spec: {}}");
        ObjectId place = ObjectId.core("serviceaccounts", "ns1", "robot");
        objects.put(place, yaml("{metadata: {uid: other}}"));
        assertThat(problem(token, List.of(), NOW))
                .isEqualTo("[invalid bearer token, service account UID (other) does not match claim (u1)]");
        objects.put(place, yaml("{metadata: {uid: u1, deletionTimestamp: '2026-01-02T03:03:04Z'}}"));
        assertThat(problem(token, List.of(), NOW))
                .isEqualTo("[invalid bearer token, service account ns1/robot has been deleted]");
        objects.remove(place);
        assertThat(problem(token, List.of(), NOW))
                .isEqualTo("[invalid bearer token, serviceaccounts \"robot\" not found]");
    }

    @Test
    void aTokenEndsWithThePodItIsBoundTo() {
        String token = issue("{spec: {boundObjectRef: {kind: Pod, apiVersion: v1, name: p}}}");
        assertThat(tokens.findUser(token, NOW))
                .hasValueSatisfying(user -> assertThat(user.extra())
                        .containsEntry("authentication.kubernetes.io/pod-name", List.of("p"))
                        .containsEntry("authentication.kubernetes.io/pod-uid", List.of("u2"))
                        .containsEntry("authentication.kubernetes.io/node-name", List.of("node1"))
                        .containsEntry("authentication.kubernetes.io/node-uid", List.of("u3")));
        objects.remove(ObjectId.core("nodes", "", "node1"));
        assertThat(tokens.findUser(token, NOW)).as("the node is only mentioned").isPresent();
        objects.put(ObjectId.core("pods", "ns1", "p"), yaml("{metadata: {uid: other}}"));
        assertThat(problem(token, List.of(), NOW))
                .isEqualTo("[invalid bearer token, pod UID (other) does not match service account pod ref claim (u2)]");
        objects.remove(ObjectId.core("pods", "ns1", "p"));
        assertThat(problem(token, List.of(), NOW))
                .isEqualTo("[invalid bearer token, service account token has been invalidated]");
    }

    @Test
    void aTokenOfAKubeletLivesOnForAYear() {
        String token = issue("{spec: {expirationSeconds: 3607, boundObjectRef: {kind: Pod, apiVersion: v1, name: p}}}");
        assertThat(tokens.findUser(token, NOW.plus(Duration.ofDays(364)))).isPresent();
        assertThat(tokens.findUser(token, NOW.plus(Duration.ofDays(366)))).isEmpty();
    }

    @Test
    void aRequestThatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> ask("{spec: {expirationSeconds: 5}}"))
                .hasMessageContaining(
                        "spec.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes");
        assertThatThrownBy(() -> ask("{spec: {boundObjectRef: {kind: Foo, apiVersion: v1, name: x}}}"))
                .hasMessage("cannot bind token to object of type /v1, Kind=Foo");
        assertThatThrownBy(() -> ask("{spec: {boundObjectRef: {kind: Pod, apiVersion: v1, name: x}}}"))
                .hasMessage("pods \"x\" not found");
        assertThatThrownBy(() -> ask("{spec: {boundObjectRef: {kind: Pod, apiVersion: v1, name: p, uid: abc}}}"))
                .hasMessage(
                        "Operation cannot be fulfilled on Pod \"p\": the UID in the bound object reference (abc) does"
                                + " not match the UID in record. The object might have been deleted and then recreated");
        objects.put(
                ObjectId.core("pods", "ns1", "q"), yaml("{metadata: {uid: u4}, spec: {serviceAccountName: other}}"));
        assertThatThrownBy(() -> ask("{spec: {boundObjectRef: {kind: Pod, apiVersion: v1, name: q}}}"))
                .hasMessage("cannot bind token for serviceaccount \"robot\" to pod running with different"
                        + " serviceaccount name.");
    }

    @Test
    void aTokenThatWasGivenIsForThisServer() {
        User ann = new User("ann", "1", List.of("dev", "system:authenticated"), Map.of());
        tokens.give(Map.of("secret", ann));
        assertThat(tokens.judge("secret", List.of(), NOW)).isEqualTo(new Tokens.Verdict.Known(ann, List.of(US)));
        assertThat(problem("secret", List.of("x"), NOW)).isEqualTo("invalid bearer token");
        assertThat(problem("secre", List.of(), NOW)).isEqualTo("invalid bearer token");
    }
}
