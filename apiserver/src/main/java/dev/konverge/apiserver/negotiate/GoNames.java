package dev.konverge.apiserver.negotiate;

import dev.konverge.schema.FieldDef;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What Go calls the types of fields, where the API has no name for them: {@code v1.Protocol} is a text like any other to it. */
final class GoNames {
    private static final String RESOURCE = "go-names.txt";

    /** Types of which fields come from a struct inside them, which has a name in Go and none in JSON. */
    private static final Map<String, String> EMBEDDED = Map.ofEntries(
            Map.entry("io.k8s.api.core.v1.PersistentVolumeSpec", "PersistentVolumeSource"),
            Map.entry("io.k8s.api.core.v1.Volume", "VolumeSource"),
            Map.entry("io.k8s.api.core.v1.Probe", "ProbeHandler"),
            Map.entry("io.k8s.api.core.v1.EphemeralContainer", "EphemeralContainerCommon"),
            Map.entry("io.k8s.api.core.v1.SecretProjection", "LocalObjectReference"),
            Map.entry("io.k8s.api.core.v1.ConfigMapVolumeSource", "LocalObjectReference"),
            Map.entry("io.k8s.api.core.v1.ConfigMapProjection", "LocalObjectReference"),
            Map.entry("io.k8s.api.core.v1.ConfigMapKeySelector", "LocalObjectReference"),
            Map.entry("io.k8s.api.core.v1.SecretKeySelector", "LocalObjectReference"),
            Map.entry("io.k8s.api.core.v1.ConfigMapEnvSource", "LocalObjectReference"),
            Map.entry("io.k8s.api.core.v1.SecretEnvSource", "LocalObjectReference"),
            Map.entry("io.k8s.api.networking.v1.IngressRule", "IngressRuleValue"),
            Map.entry("io.k8s.api.resource.v1.DeviceClaimConfiguration", "DeviceConfiguration"),
            Map.entry("io.k8s.api.resource.v1.DeviceClassConfiguration", "DeviceConfiguration"),
            Map.entry("io.k8s.api.admissionregistration.v1.RuleWithOperations", "Rule"));

    private final Map<String, String> names = new HashMap<>();

    private GoNames() {}

    /** {@return the names, read anew}: they are needed for messages about mistakes only. */
    static GoNames read() {
        GoNames read = new GoNames();
        for (String line : text().lines().filter(row -> !row.startsWith("#")).toList()) {
            List<String> words = Arrays.asList(line.split(" "));
            words.subList(1, words.size()).forEach(field -> read.names.put(field, words.get(0)));
        }
        return read;
    }

    private static String text() {
        try (InputStream in = GoNames.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not beside " + GoNames.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + RESOURCE, e);
        }
    }

    /** {@return what a field's own struct is called if it is inside of another one, with a dot, or nothing} */
    static String inside(TypeDef type, FieldDef field) {
        String name = field.protoPath().size() > 1 ? EMBEDDED.get(type.name()) : null;
        return name == null ? "" : name + ".";
    }

    /** {@return the name of the type of a field, or of an element of it} */
    Optional<String> find(TypeDef type, FieldDef field, Shape wanted) {
        String[] steps = type.name().split("\\.");
        String place = String.join(".", Arrays.asList(steps).subList(Math.max(0, steps.length - 3), steps.length));
        String name = names.get(place + "." + field.name());
        return Optional.ofNullable(name).map(found -> wanted instanceof Shape.ListOf ? "[]" + found : found);
    }
}
