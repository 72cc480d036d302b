package dev.konverge.apiserver.policy;

import dev.konverge.apiserver.cel.CelFailure;
import dev.konverge.apiserver.cel.Environment;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the expressions by which classes of devices and claims select some. No device is ever given out, so nobody evaluates them. */
public final class DeviceExpressions {
    private static final int LONGEST = 10 * 1024;

    private final List<FieldError> errors = new ArrayList<>();

    private DeviceExpressions() {}

    /** {@return what is wrong with the expressions of a class} */
    public static List<FieldError> ofClass(Json.Obj deviceClass, Json.@Nullable Obj live) {
        Json.Obj spec = Tree.object(deviceClass, "spec");
        if (live != null && Tree.list(spec, "selectors").equals(Tree.list(live, "spec", "selectors"))) {
            return List.of();
        }
        DeviceExpressions checks = new DeviceExpressions();
        checks.selectors(spec, "spec");
        return checks.errors;
    }

    /** {@return what is wrong with the expressions of a claim}, which cannot change */
    public static List<FieldError> ofClaim(Json.Obj claim, Json.@Nullable Obj live) {
        return ofRequests(Tree.object(claim, "spec"), "spec", live);
    }

    /** {@return what is wrong with the expressions of a template of claims}, which cannot change either */
    public static List<FieldError> ofTemplate(Json.Obj template, Json.@Nullable Obj live) {
        return ofRequests(Tree.object(template, "spec", "spec"), "spec.spec", live);
    }

    private static List<FieldError> ofRequests(Json.Obj spec, String path, Json.@Nullable Obj live) {
        if (live != null) {
            return List.of();
        }
        DeviceExpressions checks = new DeviceExpressions();
        List<Json.Obj> requests = Tree.objects(spec, "devices", "requests");
        for (int i = 0; i < requests.size(); i++) {
            String at = path + ".devices.requests[" + i + "]";
            checks.selectors(Tree.object(requests.get(i), "exactly"), at + ".exactly");
            List<Json.Obj> available = Tree.objects(requests.get(i), "firstAvailable");
            for (int j = 0; j < available.size(); j++) {
                checks.selectors(available.get(j), at + ".firstAvailable[" + j + "]");
            }
        }
        return checks.errors;
    }

    private void selectors(Json.Obj owner, String path) {
        List<Json.Obj> selectors = Tree.objects(owner, "selectors");
        for (int i = 0; i < selectors.size(); i++) {
            if (Tree.has(selectors.get(i), "cel")) {
                expression(
                        Tree.text(selectors.get(i), "cel", "expression"),
                        path + ".selectors[" + i + "].cel.expression");
            }
        }
    }

    private void expression(String text, String place) {
        if (text.length() > LONGEST) {
            errors.add(FieldError.tooLong(place, LONGEST));
            return;
        }
        try {
            String type = Environment.ofDevices().typeOf(text);
            if (!type.equals("bool") && !type.equals("dyn")) {
                errors.add(FieldError.invalid(place, text, "must evaluate to bool or the unknown type, not " + type));
            }
        } catch (CelFailure rejected) {
            errors.add(FieldError.invalid(place, text, "compilation failed: " + rejected.text()));
        }
    }
}
