package dev.konverge.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.config.KubeConfig;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What the texts of configurations and of the transport show. Every record is made with a mark in each text, and printed: a mark that comes out must be
 * that of a component whose name is on the list of those that anybody may read. So a new credential is kept from logs before anybody
 * has thought of it.
 */
class SecretsTest {
    private static final String MARK = "mArKeD";

    /** What is shown: names, addresses and places. Nothing that proves who one is. */
    private static final Set<String> READABLE = Set.of(
            "cluster",
            "command",
            "commands",
            "context",
            "extra",
            "file",
            "groups",
            "hint",
            "home",
            "method",
            "name",
            "namespace",
            "path",
            "reason",
            "server",
            "serverName",
            "subprotocols",
            "target",
            "uid",
            "user",
            "userAgent",
            "username");

    /** Addresses that were freed of credentials before; a number that is used once; whatever has a text of its own. */
    private static final Set<String> HARMLESS =
            Set.of("NetworkFailures: password", "Problem: password", "WebSocketHandshake: key", "Value: value");

    /** Puts values into records, each text with the name of the component that it is for. */
    private static final class Maker {
        private final Set<Class<?>> under = new HashSet<>();

        @Nullable
        Object make(Type type, String name) {
            Class<?> raw = asClass(type);
            if (raw == String.class || raw == Object.class || raw == CharSequence.class) {
                return MARK + name + '.';
            } else if (raw == URI.class) {
                return URI.create("http://someone:" + MARK + "password.@host:1/");
            } else if (raw == Path.class) {
                return Path.of(MARK + name + '.');
            } else if (raw == byte[].class) {
                return (MARK + name + '.').getBytes(StandardCharsets.UTF_8);
            } else if (raw == char[].class) {
                return (MARK + name + '.').toCharArray();
            } else if (raw == Duration.class) {
                return Duration.ofSeconds(1);
            } else if (raw == Instant.class) {
                return Instant.EPOCH;
            } else if (raw == int.class || raw == Integer.class) {
                return 1;
            } else if (raw == long.class || raw == Long.class) {
                return 1L;
            } else if (raw == double.class || raw == Double.class) {
                return 1.0;
            } else if (raw == float.class || raw == Float.class) {
                return 1.0f;
            } else if (raw == boolean.class || raw == Boolean.class) {
                return true;
            } else if (type instanceof ParameterizedType generic) {
                return container(generic, raw, name);
            } else if (raw.isEnum()) {
                return raw.getEnumConstants()[0];
            } else if (raw.isRecord()) {
                return record(raw);
            } else if (raw.isSealed()) {
                return Stream.of(raw.getPermittedSubclasses())
                        .filter(Class::isRecord)
                        .findFirst()
                        .map(this::record)
                        .orElse(null);
            }
            return null;
        }

        private static Class<?> asClass(Type type) {
            return switch (type) {
                case Class<?> known -> known;
                case TypeVariable<?> open -> asClass(open.getBounds()[0]);
                case WildcardType open -> asClass(open.getUpperBounds()[0]);
                case ParameterizedType generic -> (Class<?>) generic.getRawType();
                default -> Object.class;
            };
        }

        private @Nullable Object container(ParameterizedType generic, Class<?> raw, String name) {
            Type[] of = generic.getActualTypeArguments();
            if (raw == Map.class) {
                Object key = make(of[0], "name");
                Object value = make(of[1], name);
                return key == null || value == null ? Map.of() : Map.of(key, value);
            }
            Object element = make(of[0], name);
            if (raw == List.class || raw == java.util.Collection.class) {
                return element == null ? List.of() : List.of(element);
            } else if (raw == Set.class) {
                return element == null ? Set.of() : Set.of(element);
            } else if (raw == Optional.class) {
                return Optional.ofNullable(element);
            }
            return null;
        }

        /** {@return a record with marks in it; null if it takes none} */
        @Nullable
        Object record(Class<?> type) {
            if (!under.add(type)) {
                return null;
            }
            Constructor<?> constructor = type.getDeclaredConstructors()[0];
            for (Constructor<?> other : type.getDeclaredConstructors()) {
                if (other.getParameterCount() == type.getRecordComponents().length) {
                    constructor = other;
                }
            }
            constructor.setAccessible(true);
            List<@Nullable Object> values = new ArrayList<>();
            for (Parameter parameter : constructor.getParameters()) {
                values.add(make(parameter.getParameterizedType(), parameter.getName()));
            }
            try {
                return constructor.newInstance(values.toArray());
            } catch (InvocationTargetException refused) {
                return null;
            } catch (ReflectiveOperationException impossible) {
                throw new LinkageError(type.getName(), impossible);
            } finally {
                under.remove(type);
            }
        }
    }

    private static List<Class<?>> records() throws IOException, URISyntaxException {
        Path classes = Path.of(KubeConfig.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Class<?>> all = new ArrayList<>();
        for (String part : List.of("config", "transport")) {
            try (Stream<Path> files =
                    Files.list(classes.resolve("dev/konverge/client").resolve(part))) {
                files.map(file -> classes.relativize(file).toString())
                        .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                        .map(name -> load(name.substring(0, name.length() - ".class".length())
                                .replace('/', '.')))
                        .filter(Class::isRecord)
                        .forEach(all::add);
            }
        }
        return all;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, SecretsTest.class.getClassLoader());
        } catch (ClassNotFoundException impossible) {
            throw new LinkageError(name, impossible);
        }
    }

    @Test
    void noTextOfAValueShowsWhatNobodyMayRead() throws Exception {
        Set<String> shown = new TreeSet<>();
        int printed = 0;
        for (Class<?> type : records()) {
            Object made = new Maker().record(type);
            if (made == null) {
                continue;
            }
            printed++;
            String text = made.toString();
            for (int at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
                String component = text.substring(at + MARK.length(), text.indexOf('.', at));
                String where = type.getSimpleName() + ": " + component;
                if (!READABLE.contains(component) && !HARMLESS.contains(where)) {
                    shown.add(where);
                }
            }
        }
        assertThat(shown).isEmpty();
        assertThat(printed).as("records that could be made").isGreaterThan(20);
    }
}
