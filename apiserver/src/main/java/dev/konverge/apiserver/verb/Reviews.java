package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.access.Action;
import dev.konverge.apiserver.access.Authorizer;
import dev.konverge.apiserver.access.Decision;
import dev.konverge.apiserver.access.Grants;
import dev.konverge.apiserver.access.Rule;
import dev.konverge.apiserver.access.Tokens;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Answers the questions that clients ask by creating an object that is never stored: who am I, may I, whose is this token. */
final class Reviews {
    private static final String AUTHORIZATION = "authorization.k8s.io";

    private final Authorizer authorizer;
    private final Supplier<Tokens> tokens;

    Reviews(Authorizer authorizer, Supplier<Tokens> tokens) {
        this.authorizer = authorizer;
        this.tokens = tokens;
    }

    /** {@return whether objects of a kind are questions} */
    static boolean concerns(Kind kind) {
        String group = kind.served().group();
        return kind.served().kind().endsWith("Review")
                && (group.equals(AUTHORIZATION) || group.equals("authentication.k8s.io"));
    }

    /** {@return a question with its answer} */
    Json.Obj answered(Target target, Json.Obj review, User user, Instant now) {
        return switch (target.kind().served().kind()) {
            case "SelfSubjectAccessReview" -> access(review, user, ReviewChecks.ofSelf(review));
            case "SubjectAccessReview" -> access(review, subject(review), ReviewChecks.ofSubject(review));
            case "LocalSubjectAccessReview" -> {
                Json.Obj local = Metadata.inNamespace(review, target.namespace());
                yield access(local, subject(local), ReviewChecks.ofSubjectIn(target.namespace(), local));
            }
            case "SelfSubjectRulesReview" -> rules(review, user);
            case "SelfSubjectReview" ->
                answer(
                        review,
                        Tree.of("creationTimestamp", TimeFormat.TIME.format(now)),
                        Tree.of("userInfo", shown(user)));
            case "TokenReview" -> Tree.with(review, token(Tree.object(review, "spec"), now), "status");
            default -> throw Failures.noSuchResource();
        };
    }

    private static User subject(Json.Obj review) {
        Map<String, List<String>> extra = new LinkedHashMap<>();
        Json.Obj spec = Tree.object(review, "spec");
        Tree.object(spec, "extra").fields().keySet().forEach(key -> extra.put(key, Tree.strings(spec, "extra", key)));
        return new User(Tree.text(spec, "user"), Tree.text(spec, "uid"), Tree.strings(spec, "groups"), extra);
    }

    private Json.Obj access(Json.Obj review, User user, List<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw Failures.invalid(AUTHORIZATION, "", "", errors);
        }
        Decision decision = authorizer.decide(user, action(Tree.object(review, "spec")));
        Json.Obj status = Tree.of("allowed", decision.allowed());
        return Tree.with(
                review,
                decision.reason().isEmpty() ? status : Tree.with(status, Json.of(decision.reason()), "reason"),
                "status");
    }

    private static Action action(Json.Obj spec) {
        Json.Obj resource = Tree.object(spec, "resourceAttributes");
        if (!Tree.has(spec, "resourceAttributes")) {
            Json.Obj path = Tree.object(spec, "nonResourceAttributes");
            return new Action.OnPath(Tree.text(path, "verb"), Tree.text(path, "path"));
        }
        return new Action.OnResource(
                Tree.text(resource, "verb"),
                Tree.text(resource, "group"),
                Tree.text(resource, "resource"),
                Tree.text(resource, "subresource"),
                Tree.text(resource, "namespace"),
                Tree.text(resource, "name"));
    }

    private Json.Obj rules(Json.Obj review, User user) {
        String namespace = Tree.text(review, "spec", "namespace");
        if (namespace.isEmpty()) {
            throw Failures.badRequest("no namespace on request");
        }
        Grants grants = authorizer.grants(user, namespace);
        List<Json> resources = new ArrayList<>();
        List<Json> paths = new ArrayList<>();
        for (Rule rule : grants.rules()) {
            if (!rule.resources().isEmpty()) {
                resources.add(
                        new Rule(rule.verbs(), rule.groups(), rule.resources(), rule.names(), List.of()).toJson());
            }
            if (!rule.paths().isEmpty()) {
                paths.add(new Rule(rule.verbs(), List.of(), List.of(), List.of(), rule.paths()).toJson());
            }
        }
        Json.Obj status = Tree.of(
                "resourceRules", new Json.Arr(resources), "nonResourceRules", new Json.Arr(paths), "incomplete", false);
        String problem = grants.problem();
        Json.Obj whole = problem.isEmpty() ? status : Tree.with(status, Json.of(problem), "evaluationError");
        return answer(Tree.with(review, Json.Obj.EMPTY, "spec"), Json.Obj.EMPTY, whole);
    }

    /** {@return an answer that is not the question with something added, but an object of its own} */
    private static Json.Obj answer(Json.Obj review, Json.Obj metadata, Json.Obj status) {
        return Tree.with(Tree.with(review, metadata, "metadata"), status, "status");
    }

    private Json.Obj token(Json.Obj spec, Instant now) {
        String token = Tree.text(spec, "token");
        if (token.isEmpty()) {
            throw Failures.badRequest("token is required for TokenReview in authentication");
        }
        return switch (tokens.get().judge(token, Tree.strings(spec, "audiences"), now)) {
            case Tokens.Verdict.Known known ->
                Tree.of("authenticated", true, "user", shown(known.user()), "audiences", known.audiences());
            case Tokens.Verdict.Unknown unknown -> Tree.of("user", Json.Obj.EMPTY, "error", unknown.problem());
        };
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
            user.extra().keySet().stream()
                    .sorted()
                    .forEach(key -> extra.put(key, Tree.arr(user.extra().getOrDefault(key, List.of()))));
            fields.put("extra", new Json.Obj(extra));
        }
        return new Json.Obj(fields);
    }
}
