package dev.konverge.apiserver.access;

import static dev.konverge.apiserver.access.Subjects.ALICE;
import static dev.konverge.apiserver.access.Subjects.BOB;
import static dev.konverge.apiserver.access.Subjects.rule;
import static dev.konverge.apiserver.access.Subjects.subject;
import static dev.konverge.apiserver.access.Subjects.told;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.Driver.Answer;
import dev.konverge.apiserver.User;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour list H3: the questions that clients ask about users. */
class ReviewsTest {
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1";

    private final Subjects subjects = new Subjects();

    @AfterEach
    void end() {
        subjects.close();
    }

    @Test
    void aUserCanAskWhatIsAllowed() { // H3
        subjects.role("default", "r", rule("list", "", "pods"));
        subjects.bind("default", "b", "Role", "r", subject("Group", "dev"));
        assertThat(review(ALICE, "selfsubjectaccessreviews", attributes("list", "pods", "default")))
                .hasToString(
                        "{\"allowed\":true,\"reason\":\"RBAC: allowed by RoleBinding \\\"b/default\\\" of Role \\\"r\\\""
                                + " to Group \\\"dev\\\"\"}");
        assertThat(review(ALICE, "selfsubjectaccessreviews", attributes("list", "pods", "other")))
                .hasToString("{\"allowed\":false}");
        assertThat(review(User.ADMIN, "selfsubjectaccessreviews", attributes("list", "pods", "other")))
                .hasToString("{\"allowed\":true}");
        assertThat(review(
                        ALICE,
                        "selfsubjectaccessreviews",
                        "{\"nonResourceAttributes\":{\"verb\":\"get\",\"path\":\"/healthz\"}}"))
                .hasToString(
                        "{\"allowed\":true,\"reason\":\"RBAC: allowed by ClusterRoleBinding \\\"system:discovery\\\" of"
                                + " ClusterRole \\\"system:discovery\\\" to Group \\\"system:authenticated\\\"\"}");
    }

    private static String attributes(String verb, String resource, String namespace) {
        return "{\"resourceAttributes\":{\"verb\":\"" + verb + "\",\"resource\":\"" + resource + "\",\"namespace\":\""
                + namespace + "\"}}";
    }

    private Object review(User user, String kind, String spec) {
        Answer answer = subjects.as(user, "POST", REVIEWS + "/" + kind, "{\"spec\":" + spec + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.at("status");
    }

    @Test
    void whoMayAskForOthersIsToldAboutThem() { // H3
        subjects.role("default", "r", rule("get", "", "pods/log"));
        subjects.bind(
                "default",
                "b",
                "Role",
                "r",
                "{\"kind\":\"ServiceAccount\",\"name\":\"robot\",\"namespace\":\"default\"}");
        String spec = "{\"user\":\"system:serviceaccount:default:robot\",\"resourceAttributes\":{\"verb\":\"get\","
                + "\"resource\":\"pods\",\"subresource\":\"log\",\"namespace\":\"default\"}}";
        String allowed =
                "{\"allowed\":true,\"reason\":\"RBAC: allowed by RoleBinding \\\"b/default\\\" of Role \\\"r\\\" to"
                        + " ServiceAccount \\\"robot/default\\\"\"}";
        assertThat(review(User.ADMIN, "subjectaccessreviews", spec)).hasToString(allowed);
        assertThat(review(User.ADMIN, "namespaces/default/localsubjectaccessreviews", spec))
                .hasToString(allowed);
        assertThat(told(subjects.as(ALICE, "POST", REVIEWS + "/subjectaccessreviews", "{\"spec\":" + spec + "}")))
                .isEqualTo(
                        "403 subjectaccessreviews.authorization.k8s.io is forbidden: User \"alice\" cannot create"
                                + " resource \"subjectaccessreviews\" in API group \"authorization.k8s.io\" at the cluster scope");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "selfsubjectaccessreviews|{}|spec.resourceAttributes: Invalid value: null: exactly one of"
                        + " nonResourceAttributes or resourceAttributes must be specified",
                "selfsubjectaccessreviews|{\"resourceAttributes\":{},\"nonResourceAttributes\":{\"verb\":\"get\","
                        + "\"path\":\"/x\"}}|spec.nonResourceAttributes: Invalid value: {\"Path\":\"/x\",\"Verb\":\"get\"}:"
                        + " cannot be specified in combination with resourceAttributes",
                "subjectaccessreviews|{\"resourceAttributes\":{}}|spec.user: Invalid value: \"\": at least one of user or"
                        + " group must be specified",
                "namespaces/default/localsubjectaccessreviews|{\"user\":\"a\",\"resourceAttributes\":{\"namespace\":"
                        + "\"other\"}}|spec.resourceAttributes.namespace: Invalid value: \"other\": must match"
                        + " metadata.namespace",
                "namespaces/default/localsubjectaccessreviews|{\"user\":\"a\",\"nonResourceAttributes\":{\"verb\":\"get\","
                        + "\"path\":\"/\"}}|spec.nonResourceAttributes: Invalid value: {\"Path\":\"/\",\"Verb\":\"get\"}:"
                        + " disallowed on this kind of request",
            })
    void aQuestionThatMakesNoSenseIsRefused(String kind, String spec, String problem) { // H3
        assertThat(told(subjects.as(User.ADMIN, "POST", REVIEWS + "/" + kind, "{\"spec\":" + spec + "}")))
                .isEqualTo("422 .authorization.k8s.io \"\" is invalid: " + problem);
    }

    @Test
    void aUserCanAskForAllRules() { // H3
        subjects.role("default", "r", rule("list", "", "pods"));
        subjects.bind("default", "b", "Role", "r", subject("User", "bob"));
        subjects.bind("default", "c", "Role", "nosuch", subject("User", "bob"));
        Answer answer = subjects.as(
                BOB, "POST", REVIEWS + "/selfsubjectrulesreviews", "{\"spec\":{\"namespace\":\"default\"}}");
        assertThat(answer.at("spec")).hasToString("{}");
        assertThat(answer.at("status"))
                .hasToString("{\"resourceRules\":[{\"verbs\":[\"create\"],\"apiGroups\":[\"authorization.k8s.io\"],"
                        + "\"resources\":[\"selfsubjectaccessreviews\",\"selfsubjectrulesreviews\"]},{\"verbs\":[\"create\"],"
                        + "\"apiGroups\":[\"authentication.k8s.io\"],\"resources\":[\"selfsubjectreviews\"]},"
                        + "{\"verbs\":[\"list\"],\"apiGroups\":[\"\"],\"resources\":[\"pods\"]}],\"nonResourceRules\":["
                        + "{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/api\",\"/api/*\",\"/apis\",\"/apis/*\",\"/healthz\","
                        + "\"/livez\",\"/openapi\",\"/openapi/*\",\"/readyz\",\"/version\",\"/version/\"]},"
                        + "{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/healthz\",\"/livez\",\"/readyz\",\"/version\","
                        + "\"/version/\"]}],\"incomplete\":false,"
                        + "\"evaluationError\":\"role.rbac.authorization.k8s.io \\\"nosuch\\\" not found\"}");
        assertThat(told(subjects.as(BOB, "POST", REVIEWS + "/selfsubjectrulesreviews", "{\"spec\":{}}")))
                .isEqualTo("400 no namespace on request");
    }

    @Test
    void aTokenIsReviewed() { // H3
        String reviews = "/apis/authentication.k8s.io/v1/tokenreviews";
        assertThat(subjects.driver
                        .post(reviews, "{\"spec\":{\"token\":\"nope\"}}")
                        .at("status"))
                .hasToString("{\"user\":{},\"error\":\"invalid bearer token\"}");
        assertThat(told(subjects.driver.post(reviews, "{\"spec\":{}}")))
                .isEqualTo("400 token is required for TokenReview in authentication");
    }
}
