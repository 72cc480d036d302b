package dev.konverge.fidelity.scenario;

import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one step of a scenario. */
final class StepReader {
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    private StepReader() {}

    static Step read(Node node) {
        if (node.optional("events").isPresent()) {
            node.allowOnly("events", "count");
            return new Step.Events(
                    node.required("events").text(), node.required("count").count());
        }
        if (node.optional("end").isPresent()) {
            node.allowOnly("end");
            return new Step.End(node.required("end").text());
        }
        if (node.optional("hook").isPresent()) {
            return new Step.Hook(node.required("hook").text(), canned(node));
        }
        if (node.optional("calls").isPresent()) {
            node.allowOnly("calls", "count");
            return new Step.Calls(
                    node.required("calls").text(), node.required("count").count());
        }
        return exchange(node);
    }

    private static Step exchange(Node node) {
        node.allowOnly(
                "do",
                "as",
                "watch",
                "headers",
                "type",
                "accept",
                "body",
                "text",
                "protobuf",
                "base64",
                "save",
                "until");
        Step.Request request = request(node);
        if (node.optional("watch").isPresent()) {
            return new Step.Open(node.required("watch").text(), request);
        }
        return new Step.Call(
                request, node.optional("save").map(Node::textsByName).orElse(Map.of()), until(node));
    }

    private static Step.Request request(Node node) {
        String[] line = node.required("do").text().split(" ", 2);
        if (line.length != 2 || !METHODS.contains(line[0]) || !line[1].matches("(/|\\$\\{).*")) {
            throw node.required("do").wrong("expected a method and a path, such as GET /api/v1/pods");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        Step.Body body = body(node);
        switch (body) {
            case Step.Body.Tree tree -> headers.put("Content-Type", "application/json");
            case Step.Body.Message message -> headers.put("Content-Type", PROTOBUF);
            case Step.Body.None none -> {}
            case Step.Body.Text text -> {}
            case Step.Body.Bytes bytes -> {}
        }
        node.optional("type").ifPresent(type -> headers.put("Content-Type", type.text()));
        node.optional("accept").ifPresent(accept -> headers.put("Accept", accept.text()));
        Step.Caller caller = node.optional("as").map(as -> caller(as, headers)).orElse(Step.Caller.ADMINISTRATOR);
        node.optional("headers")
                .ifPresent(more -> more.fields().forEach((name, value) -> headers.put(name, values(value))));
        return new Step.Request(caller, line[0], line[1], headers, body);
    }

    private static String values(Node header) {
        return header.value() instanceof Json.Arr ? String.join("\n", header.texts()) : header.text();
    }

    /** {@return who sends a request}: nobody in particular, the bearer of a token, or the administrator in the name of another */
    private static Step.Caller caller(Node as, Map<String, String> headers) {
        if (as.value() instanceof Json.Str) {
            if (as.text().equals("nobody")) {
                return Step.Caller.STRANGER;
            }
            throw as.wrong("expected nobody, {token: …} or {user: …}");
        }
        as.allowOnly("token", "user", "groups", "uid", "extra");
        as.optional("user").ifPresent(user -> headers.put("Impersonate-User", user.text()));
        as.optional("groups").ifPresent(groups -> headers.put("Impersonate-Group", values(groups)));
        as.optional("uid").ifPresent(uid -> headers.put("Impersonate-Uid", uid.text()));
        as.optional("extra")
                .ifPresent(extra ->
                        extra.fields().forEach((key, value) -> headers.put("Impersonate-Extra-" + key, values(value))));
        if (as.optional("token").isEmpty()) {
            return Step.Caller.ADMINISTRATOR;
        }
        headers.put("Authorization", "Bearer " + as.required("token").text());
        return Step.Caller.STRANGER;
    }

    private static Step.Body body(Node node) {
        if (node.optional("text").isPresent()) {
            return new Step.Body.Text(node.required("text").text());
        }
        if (node.optional("base64").isPresent()) {
            return new Step.Body.Bytes(node.required("base64").text());
        }
        if (node.optional("protobuf").isPresent()) {
            return new Step.Body.Message(node.required("protobuf").value());
        }
        return node.optional("body")
                .<Step.Body>map(tree -> new Step.Body.Tree(tree.value()))
                .orElse(new Step.Body.None());
    }

    private static Step.@Nullable Until until(Node node) {
        if (node.optional("until").isEmpty()) {
            return null;
        }
        Node until = node.required("until");
        until.allowOnly("path", "is");
        return new Step.Until(
                until.required("path").text(), until.required("is").value());
    }

    private static Canned canned(Node node) {
        node.allowOnly("hook", "admits", "converts", "answers", "code", "type", "silent");
        if (node.optional("admits").isPresent()) {
            return new Canned.Admission(node.required("admits").object());
        }
        if (node.optional("converts").isPresent()) {
            return new Canned.Conversion(node.required("converts").object());
        }
        if (node.optional("silent").isPresent()) {
            return new Canned.Silence();
        }
        return new Canned.Raw(
                node.optional("code").map(Node::count).orElse(200),
                node.optional("type").map(Node::text).orElse("application/json"),
                node.required("answers").value());
    }
}
