package dev.konverge.apiserver.cel;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** What calls cost, in the units that Kubernetes counts: about 50 ns each. */
final class CallCost {
    private static final double TEXT = 0.1;
    private static final double REGEX = 0.25;
    private static final long LIST = 10;
    private static final long AUTHORIZATION = 350_000;

    private CallCost() {}

    static long of(String function, List<Object> arguments) {
        return switch (function) {
            case "check" -> AUTHORIZATION;
            case "fieldSelector", "labelSelector" -> selector(size(arguments.get(1)));
            case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> traversal(arguments.get(0));
            case "url",
                    "lowerAscii",
                    "upperAscii",
                    "substring",
                    "trim",
                    "cidr",
                    "isIP",
                    "isCIDR",
                    "quantity",
                    "isQuantity",
                    "semver",
                    "isSemver",
                    "jsonpatch.escapeKey" -> text(size(arguments.get(0)));
            case "ip" -> arguments.get(0) instanceof String ? text(size(arguments.get(0))) : 1;
            case "replace", "split", "ip.isCanonical" -> scaled(size(arguments.get(0)), 2 * TEXT);
            case "join" -> 0;
            case "find", "findAll", "matches" -> regex(size(arguments.get(0)), size(arguments.get(1)));
            case "containsIP" -> containsIp(arguments);
            case "containsCIDR" -> containsIp(arguments) + text(size(arguments.get(0))) + 1;
            case "validate" ->
                regex(
                        size(arguments.get(1)),
                        Operation.as(NamedFormat.class, arguments.get(0)).regexSize());
            default -> standard(function, arguments);
        };
    }

    private static long standard(String function, List<Object> arguments) {
        return switch (function) {
            case "startsWith", "endsWith", "strings.quote", "format" -> text(size(arguments.get(0)));
            case "string" -> arguments.get(0) instanceof Bytes bytes ? text(bytes.size()) : 1;
            case "bytes" -> arguments.get(0) instanceof String ? text(size(arguments.get(0))) : 1;
            case "@in" -> arguments.get(1) instanceof List<?> list ? list.size() : 1;
            case "_==_", "_!=_" -> equality(arguments);
            case "_<_", "_<=_", "_>_", "_>=_" ->
                arguments.get(0) instanceof String || arguments.get(0) instanceof Bytes ? equality(arguments) : 1;
            case "_+_" ->
                arguments.get(0) instanceof String || arguments.get(0) instanceof Bytes
                        ? text(size(arguments.get(0)) + size(arguments.get(1)))
                        : 1;
            case "contains" -> text(size(arguments.get(0))) * text(size(arguments.get(1)));
            default -> 1;
        };
    }

    /** {@return what a call costs beyond {@link #of} because of what it made} */
    static long ofResult(String function, Object result) {
        return switch (function) {
            case "join" -> scaled(size(result), 2 * TEXT);
            case "lists.range", "slice", "reverse", "flatten", "distinct", "sort", "@sortByAssociatedKeys" ->
                LIST + size(result);
            default -> 0;
        };
    }

    private static long equality(List<Object> arguments) {
        return text(Math.min(size(arguments.get(0)), size(arguments.get(1))));
    }

    private static long containsIp(List<Object> arguments) {
        long range = size(arguments.get(0));
        return text(2 * range) + (arguments.get(1) instanceof String other ? text(size(other)) : 0);
    }

    private static long regex(long text, long pattern) {
        return scaled(1 + text, TEXT) * scaled(pattern, REGEX);
    }

    private static long selector(long length) {
        return 10 + text(length) + scaled(scaled(length, 0.5), 50);
    }

    private static long text(long size) {
        return scaled(size, TEXT);
    }

    private static long scaled(long size, double factor) {
        return (long) Math.ceil(size * factor);
    }

    static long size(Object value) {
        return switch (value) {
            case String text -> text.codePointCount(0, text.length());
            case Bytes bytes -> bytes.size();
            case List<?> list -> list.size();
            case MapValue map -> map.size();
            case Address address -> address.size();
            case AddressRange range -> range.size();
            case Optional<?> optional when optional.isPresent() -> size(optional.get());
            default -> 1;
        };
    }

    private static long traversal(Object value) {
        return switch (value) {
            case String text -> (long) (text.getBytes(StandardCharsets.UTF_8).length * TEXT);
            case Bytes bytes -> (long) (bytes.size() * TEXT);
            case List<?> list -> list.stream().mapToLong(CallCost::traversal).sum();
            case MapValue map -> {
                long sum = 0;
                for (Object key : map.keys()) {
                    sum += traversal(key) + traversal(map.get(key));
                }
                yield sum;
            }
            default -> 1;
        };
    }
}
