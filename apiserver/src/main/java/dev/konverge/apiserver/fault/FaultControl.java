package dev.konverge.apiserver.fault;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Faults over HTTP, for tests in other processes and other languages.
 *
 * <p>{@code POST /konverge/faults} adds a rule and answers with it, {@code GET} lists the rules, {@code DELETE} removes all of
 * them, {@code DELETE /konverge/faults/ID} one, {@code POST /konverge/faults/ID/resume} lets a held request go on. Only
 * administrators (the group {@code system:masters}) may.
 */
public final class FaultControl {
    private static final String ROOT = "/konverge/faults";

    private final Faults faults;

    /** Takes what it controls. */
    public FaultControl(Faults faults) {
        this.faults = faults;
    }

    /**
     * {@return the answer, if the request is for this endpoint}
     *
     * @throws StatusException if it asks for something that makes no sense, or is not allowed to ask
     */
    public Optional<ServerResponse.Whole> answer(ServerRequest request) {
        String path = request.path();
        if (!path.equals(ROOT) && !path.startsWith(ROOT + "/")) {
            return Optional.empty();
        }
        if (!request.user().groups().contains("system:masters")) {
            throw Failures.forbidden(
                    new GroupResource("", ""),
                    "",
                    "User \"" + request.user().name() + "\" cannot "
                            + request.method().toLowerCase(Locale.ROOT) + " path \"" + path + "\"");
        }
        String[] parts = path.equals(ROOT)
                ? new String[0]
                : path.substring(ROOT.length() + 1).split("/", -1);
        return Optional.of(
                switch (parts.length) {
                    case 0 -> all(request);
                    case 1 -> one(request, find(parts[0]));
                    case 2 -> resume(request, find(parts[0]), parts[1]);
                    default -> throw Failures.noSuchResource();
                });
    }

    private ServerResponse.Whole all(ServerRequest request) {
        return switch (request.method()) {
            case "GET", "HEAD" -> answer(200, list());
            case "POST" -> answer(201, describe(add(request.body())));
            case "DELETE" -> {
                faults.clear();
                yield answer(200, list());
            }
            default -> throw Failures.methodNotAllowed();
        };
    }

    private static ServerResponse.Whole one(ServerRequest request, Injection rule) {
        return switch (request.method()) {
            case "GET", "HEAD" -> answer(200, describe(rule));
            case "DELETE" -> {
                rule.close();
                yield answer(200, describe(rule));
            }
            default -> throw Failures.methodNotAllowed();
        };
    }

    private static ServerResponse.Whole resume(ServerRequest request, Injection rule, String action) {
        if (!action.equals("resume")) {
            throw Failures.noSuchResource();
        }
        if (!request.method().equals("POST")) {
            throw Failures.methodNotAllowed();
        }
        rule.resume();
        return answer(200, describe(rule));
    }

    private Injection find(String id) {
        return faults.rules().stream()
                .filter(rule -> Integer.toString(rule.id()).equals(id))
                .findFirst()
                .orElseThrow(() -> Failures.notFound(new GroupResource("", "faults"), id));
    }

    private Injection add(byte[] body) {
        try {
            if (!(Json.parse(body) instanceof Json.Obj rule)) {
                throw Failures.badRequest("a fault is described by a JSON object");
            }
            int skip = FaultForm.number(rule, "skip", 0);
            int times = FaultForm.number(rule, "times", Integer.MAX_VALUE);
            return faults.inject(FaultForm.match(rule), FaultForm.fault(rule), skip, times);
        } catch (DecodeException | IllegalArgumentException e) {
            throw Failures.badRequest(Optional.ofNullable(e.getMessage()).orElse("the fault makes no sense"));
        }
    }

    private Json.Obj list() {
        List<Json> rules =
                faults.rules().stream().<Json>map(FaultControl::describe).toList();
        return new Json.Obj(Map.of("faults", new Json.Arr(rules)));
    }

    private static Json.Obj describe(Injection rule) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("id", Json.of(rule.id()));
        fields.put("match", FaultForm.describe(rule.match()));
        fields.put("fault", FaultForm.describe(rule.fault()));
        fields.put("hits", Json.of(rule.hits()));
        return new Json.Obj(fields);
    }

    private static ServerResponse.Whole answer(int status, Json.Obj body) {
        return new ServerResponse.Whole(
                status, Headers.of("Content-Type", "application/json"), Answers.line(body.toBytes()));
    }
}
