package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.AccountTokens;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers the questions that clients ask by creating an object that is never stored: who am I, may I, whose is this token.
 *
 * <p>Whoever gets this far may do everything: there is no authorization yet, and this is where it will be asked.
 */
final class Reviews {
    private static final Json.Obj EVERYTHING = Tree.of("allowed", true);
    private static final List<String> ALL = List.of("*");

    private final AccountTokens tokens;

    Reviews(AccountTokens tokens) {
        this.tokens = tokens;
    }

    /** {@return whether objects of a kind are questions} */
    static boolean concerns(Kind kind) {
        String group = kind.served().group();
        return kind.served().kind().endsWith("Review")
                && (group.equals("authorization.k8s.io") || group.equals("authentication.k8s.io"));
    }

    /** {@return a question with its answer} */
    Json.Obj answered(Kind kind, Json.Obj review, User user, Instant now) {
        Json.Obj status = switch (kind.served().kind()) {
            case "SelfSubjectAccessReview", "SubjectAccessReview", "LocalSubjectAccessReview" -> EVERYTHING;
            case "SelfSubjectRulesReview" ->
                Tree.of(
                        "resourceRules", List.of(Tree.of("verbs", ALL, "apiGroups", ALL, "resources", ALL)),
                        "nonResourceRules", List.of(Tree.of("verbs", ALL, "nonResourceURLs", ALL)),
                        "incomplete", false);
            case "SelfSubjectReview" -> Tree.of("userInfo", shown(user));
            case "TokenReview" -> token(Tree.text(review, "spec", "token"), now);
            default -> throw Failures.noSuchResource();
        };
        return Tree.with(review, status, "status");
    }

    private Json.Obj token(String token, Instant now) {
        Optional<User> user = findUser(token, now);
        return user.isEmpty()
                ? Tree.of("user", Json.Obj.EMPTY, "error", "[invalid bearer token]")
                : Tree.of("authenticated", true, "user", shown(user.get()), "audiences", List.of(AccountTokens.ISSUER));
    }

    /** {@return whose a token of a service account is} */
    Optional<User> findUser(String token, Instant now) {
        return tokens.findAccount(token, now)
                .map(account -> new User(account.userName(), account.uid(), account.groups(), Map.of()));
    }

    private static Json.Obj shown(User user) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("username", Json.of(user.name()));
        if (!user.uid().isEmpty()) {
            fields.put("uid", Json.of(user.uid()));
        }
        if (!user.groups().isEmpty()) {
            fields.put("groups", Tree.arr(user.groups()));
        }
        if (!user.extra().isEmpty()) {
            Map<String, Json> extra = new LinkedHashMap<>();
            user.extra().forEach((key, values) -> extra.put(key, Tree.arr(values)));
            fields.put("extra", new Json.Obj(extra));
        }
        return new Json.Obj(fields);
    }
}
