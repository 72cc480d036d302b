package dev.konverge.apiserver.mutation;

import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Values that programs tend to trip over. */
final class Nasty {
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "0",
            "-1",
            "1e999",
            "9223372036854775808",
            "abc",
            "true",
            "null",
            ".",
            "..",
            "a/b",
            "%",
            "\u0000",
            "\ud83d\ude00",
            "\u202e",
            "{}",
            "[",
            "a=b,c in (",
            "!",
            "a.b.c/d",
            "2026-13-01T00:00:00Z",
            "1Gi",
            "-0.5",
            "1h30m",
            "((((((((((a",
            "x".repeat(300),
            "é".repeat(70),
            "${a}",
            "<script>",
            "k8s\u0000",
            "All",
            "Strict");
    private static final List<String> PARAMETERS = List.of(
            "limit",
            "continue",
            "resourceVersion",
            "resourceVersionMatch",
            "labelSelector",
            "fieldSelector",
            "watch",
            "allowWatchBookmarks",
            "sendInitialEvents",
            "timeoutSeconds",
            "timeout",
            "dryRun",
            "fieldManager",
            "fieldValidation",
            "force",
            "pretty",
            "includeObject",
            "propagationPolicy",
            "gracePeriodSeconds",
            "orphanDependents",
            "exclude",
            "hash");
    private static final List<String> SEGMENTS = List.of(
            "",
            ".",
            "..",
            "api",
            "apis",
            "v1",
            "v2",
            "namespaces",
            "default",
            "nowhere",
            "pods",
            "deployments",
            "foos",
            "status",
            "scale",
            "watch",
            "proxy",
            "log",
            "exec",
            "%2e%2e",
            "%2F",
            "%zz",
            "%",
            "%00",
            "%ff",
            "é",
            "a b",
            "A",
            "x".repeat(300),
            "apps",
            "example.com");
    private static final List<String> NAMES = List.of(
            "metadata",
            "name",
            "namespace",
            "labels",
            "annotations",
            "finalizers",
            "ownerReferences",
            "managedFields",
            "resourceVersion",
            "uid",
            "generation",
            "deletionTimestamp",
            "creationTimestamp",
            "generateName",
            "kind",
            "apiVersion",
            "spec",
            "status",
            "items",
            "data",
            "$patch",
            "$retainKeys",
            "$setElementOrder/containers",
            "$deleteFromPrimitiveList/finalizers",
            "",
            "f:spec",
            "a/b~0~1");

    private Nasty() {}

    static String text(RandomGenerator random) {
        return pick(TEXTS, random);
    }

    static String parameter(RandomGenerator random) {
        return pick(PARAMETERS, random);
    }

    static String segment(RandomGenerator random) {
        return pick(SEGMENTS, random);
    }

    static String name(RandomGenerator random) {
        return random.nextInt(4) == 0 ? text(random) : pick(NAMES, random);
    }

    static Json value(RandomGenerator random) {
        return switch (random.nextInt(12)) {
            case 0 -> Json.Null.INSTANCE;
            case 1 -> Json.of(random.nextBoolean());
            case 2 -> Json.of(random.nextLong());
            case 3 -> Json.of((long) random.nextInt(-2, 3));
            case 4 -> Json.of(random.nextDouble() * Math.pow(10, random.nextInt(-20, 300)));
            case 5 -> Json.Obj.EMPTY;
            case 6 -> Json.Arr.EMPTY;
            case 7 -> new Json.Arr(List.of(value(random), value(random)));
            case 8 -> object(random);
            case 9 -> deep(random.nextInt(1, 200));
            default -> Json.of(text(random));
        };
    }

    private static Json object(RandomGenerator random) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put(name(random), value(random));
        fields.put(name(random), value(random));
        return new Json.Obj(fields);
    }

    private static Json deep(int levels) {
        Json value = Json.of(1);
        for (int i = 0; i < levels; i++) {
            value = i % 2 == 0 ? new Json.Arr(List.of(value)) : new Json.Obj(Map.of("a", value));
        }
        return value;
    }

    static <T> T pick(List<T> from, RandomGenerator random) {
        return from.get(random.nextInt(from.size()));
    }
}
