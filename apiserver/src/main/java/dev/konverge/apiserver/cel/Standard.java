package dev.konverge.apiserver.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.konverge.model.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The functions of the language: conversions, sizes, texts and times. */
final class Standard {
    private static final List<String> PARTS = List.of(
            "getFullYear",
            "getMonth",
            "getDate",
            "getDayOfMonth",
            "getDayOfWeek",
            "getDayOfYear",
            "getHours",
            "getMinutes",
            "getSeconds",
            "getMilliseconds");

    private Standard() {}

    static Map<String, Operation> all() {
        Map<String, Operation> all = new HashMap<>();
        all.put("size", a -> size(a.get(0)));
        all.put("type", a -> TypeName.of(a.get(0)));
        all.put("int", a -> toInt(a.get(0)));
        all.put("uint", a -> toUint(a.get(0)));
        all.put("double", a -> toDouble(a.get(0)));
        all.put("string", a -> toText(a.get(0)));
        all.put("bytes", a -> a.get(0) instanceof Bytes bytes ? bytes : Bytes.of(Operation.text(a, 0)));
        all.put("bool", a -> a.get(0) instanceof Boolean flag ? flag : toBool(Operation.text(a, 0)));
        all.put("duration", a -> a.get(0) instanceof Duration span ? span : toDuration(Operation.text(a, 0)));
        all.put("timestamp", a -> toTimestamp(a.get(0)));
        all.put("contains", a -> Operation.text(a, 0).contains(Operation.text(a, 1)));
        all.put("startsWith", a -> Operation.text(a, 0).startsWith(Operation.text(a, 1)));
        all.put("endsWith", a -> Operation.text(a, 0).endsWith(Operation.text(a, 1)));
        all.put(
                "matches",
                a -> pattern(Operation.text(a, 1)).matcher(Operation.text(a, 0)).find());
        PARTS.forEach(part -> all.put(part, a -> part(part, a)));
        optionals(all);
        return all;
    }

    private static void optionals(Map<String, Operation> all) {
        all.put("optional.of", a -> Optional.of(a.get(0)));
        all.put("optional.none", a -> Optional.empty());
        all.put("optional.ofNonZeroValue", a -> isZero(a.get(0)) ? Optional.empty() : Optional.of(a.get(0)));
        all.put("hasValue", a -> Operation.optional(a.get(0)).isPresent());
        all.put("value", a -> value(Operation.optional(a.get(0))));
        all.put("or", a -> Operation.optional(a.get(0)).isPresent() ? a.get(0) : a.get(1));
        all.put("orValue", a -> {
            Optional<?> optional = Operation.optional(a.get(0));
            return optional.isPresent() ? optional.get() : a.get(1);
        });
        Operation unwrap = a -> Operation.list(a, 0).stream()
                .flatMap(element -> Operation.optional(element).stream())
                .toList();
        all.put("optional.unwrap", unwrap);
        all.put("unwrapOpt", unwrap);
        all.put("first", a -> Operation.list(a, 0).stream().findFirst());
        all.put("last", a -> {
            List<?> list = Operation.list(a, 0);
            return list.isEmpty() ? Optional.empty() : Optional.of(list.get(list.size() - 1));
        });
    }

    private static Object value(Optional<?> optional) {
        if (optional.isEmpty()) {
            throw new CelFailure("optional.none() dereference");
        }
        return optional.get();
    }

    private static boolean isZero(Object value) {
        return switch (value) {
            case Boolean flag -> !flag;
            case Long whole -> whole == 0;
            case Uint unsigned -> unsigned.bits() == 0;
            case Double decimal -> decimal == 0;
            case String text -> text.isEmpty();
            case Bytes bytes -> bytes.size() == 0;
            case List<?> list -> list.isEmpty();
            case MapValue map -> map.size() == 0;
            case Duration span -> span.isZero();
            case Nothing ignored -> true;
            case Optional<?> optional -> optional.isEmpty();
            default -> false;
        };
    }

    static Pattern pattern(String source) {
        try {
            return Pattern.compile(source);
        } catch (PatternSyntaxException malformed) {
            throw new CelFailure(
                    "error parsing regexp: " + malformed.getDescription() + ": `" + malformed.getPattern() + "`");
        }
    }

    private static Object size(Object value) {
        return switch (value) {
            case String text -> (long) text.codePointCount(0, text.length());
            case Bytes bytes -> (long) bytes.size();
            case List<?> list -> (long) list.size();
            case MapValue map -> (long) map.size();
            default -> throw CelFailure.noOverload();
        };
    }

    private static Object toInt(Object value) {
        return switch (value) {
            case Long whole -> whole;
            case Uint unsigned -> {
                if (unsigned.bits() < 0) {
                    throw new CelFailure("integer overflow");
                }
                yield unsigned.bits();
            }
            case Double decimal -> {
                if (!(decimal > -0x1p63 && decimal < 0x1p63)) {
                    throw new CelFailure("integer overflow");
                }
                yield decimal.longValue();
            }
            case Instant moment -> moment.getEpochSecond();
            case Duration span -> span.toNanos();
            case String text -> {
                try {
                    yield Long.parseLong(text);
                } catch (NumberFormatException malformed) {
                    throw unconvertible(text, "int");
                }
            }
            default -> throw CelFailure.noOverload();
        };
    }

    private static Object toUint(Object value) {
        return switch (value) {
            case Uint unsigned -> unsigned;
            case Long whole -> Uint.of(BigInteger.valueOf(whole));
            case Double decimal -> {
                if (!Double.isFinite(decimal)) {
                    throw new CelFailure("unsigned integer overflow");
                }
                yield Uint.of(
                        new BigDecimal(decimal).setScale(0, RoundingMode.DOWN).toBigInteger());
            }
            case String text -> {
                try {
                    yield new Uint(Long.parseUnsignedLong(text));
                } catch (NumberFormatException malformed) {
                    throw unconvertible(text, "uint");
                }
            }
            default -> throw CelFailure.noOverload();
        };
    }

    private static Object toDouble(Object value) {
        return switch (value) {
            case Double decimal -> decimal;
            case Long whole -> (double) whole;
            case Uint unsigned -> unsigned.value().doubleValue();
            case String text -> {
                try {
                    yield Double.parseDouble(text.endsWith("d") || text.endsWith("f") ? "?" : text);
                } catch (NumberFormatException malformed) {
                    throw unconvertible(text, "double");
                }
            }
            default -> throw CelFailure.noOverload();
        };
    }

    private static CelFailure unconvertible(Object value, String type) {
        return new CelFailure(
                "type conversion error from '" + TypeName.of(value).name() + "' to '" + type + "'");
    }

    private static boolean toBool(String text) {
        return switch (text) {
            case "1", "t", "true", "TRUE", "True" -> true;
            case "0", "f", "false", "FALSE", "False" -> false;
            default -> throw unconvertible(text, "bool");
        };
    }

    private static String toText(Object value) {
        return switch (value) {
            case List<?> ignored -> throw CelFailure.noOverload();
            case MapValue ignored -> throw CelFailure.noOverload();
            case Nothing ignored -> throw CelFailure.noOverload();
            case Quantity ignored -> throw CelFailure.noOverload();
            default -> Texts.plain(value);
        };
    }

    private static Duration toDuration(String text) {
        try {
            return Times.duration(text);
        } catch (CelFailure malformed) {
            throw unconvertible(text, "google.protobuf.Duration");
        }
    }

    private static Object toTimestamp(Object value) {
        return switch (value) {
            case Instant moment -> moment;
            case Long seconds -> Times.within(Instant.ofEpochSecond(seconds));
            case String text -> {
                try {
                    yield Times.timestamp(text);
                } catch (CelFailure malformed) {
                    throw unconvertible(text, "google.protobuf.Timestamp");
                }
            }
            default -> throw CelFailure.noOverload();
        };
    }

    private static Object part(String part, List<Object> arguments) {
        if (arguments.get(0) instanceof Duration span) {
            return Times.part(part, span);
        }
        Instant moment = Operation.as(Instant.class, arguments.get(0));
        ZoneId zone = arguments.size() > 1 ? Times.zone(Operation.text(arguments, 1)) : ZoneOffset.UTC;
        return Times.part(part, moment.atZone(zone));
    }
}
