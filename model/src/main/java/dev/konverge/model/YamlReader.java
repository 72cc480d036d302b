package dev.konverge.model;

import dev.konverge.model.codec.Limits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Makes JSON trees of the events of a YAML text.
 *
 * <p>An alias shares the tree of its anchor, so aliases cost no memory here; but what comes next writes the tree out, so
 * each alias counts as much as what it stands for.
 */
final class YamlReader {
    private static final String MERGE_KEY = "<<";

    private final String text;
    private final Limits limits;
    private final Iterator<Event> events;
    private final Map<Anchor, Node> anchors = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final @Nullable Map<String, Place> places;
    /** The keys that are there twice; null if there must be none. */
    private final @Nullable List<YamlDocument.RepeatedKey> repeated;

    private Place reached = new Place(1, 1);
    private int document;
    private long size;

    /** A line and a column, counted from 1. */
    record Place(int line, int column) {
        private static Place of(Optional<Mark> mark) {
            return mark.map(m -> new Place(m.getLine() + 1, m.getColumn() + 1)).orElse(new Place(1, 1));
        }
    }

    /**
     * A tree with what it costs.
     *
     * @param value the tree
     * @param size how many characters it takes when written, about
     * @param height how many levels of objects and lists it has
     */
    private record Node(Json value, long size, int height) {}

    /**
     * {@code places} is filled with the place of every value of the last document read, by its path, if given; {@code repeated}
     * with the keys that are there twice, which are otherwise refused.
     */
    private YamlReader(
            String text,
            Limits limits,
            @Nullable Map<String, Place> places,
            @Nullable List<YamlDocument.RepeatedKey> repeated) {
        this.text = text;
        this.limits = limits;
        this.places = places;
        this.repeated = repeated;
        LoadSettings settings = LoadSettings.builder()
                .setLabel("yaml")
                .setCodePointLimit(limits.maxDocumentBytes())
                .build();
        this.events = new ParserImpl(settings, new StreamReader(settings, text));
    }

    /** {@return every document of a text; one without content is null} */
    static List<Json> documents(String text, Limits limits) {
        YamlReader reader = new YamlReader(text, limits, null, null);
        List<Json> documents = new ArrayList<>();
        reader.read(documents, Integer.MAX_VALUE);
        return documents;
    }

    /** {@return the first document of a text, the last value of each key}; nothing behind it is read */
    static YamlDocument first(String text, Limits limits) {
        List<YamlDocument.RepeatedKey> repeated = new ArrayList<>();
        List<Json> documents = new ArrayList<>();
        new YamlReader(text, limits, null, repeated).read(documents, 1);
        return new YamlDocument(documents.isEmpty() ? Json.Null.INSTANCE : documents.getFirst(), repeated);
    }

    /** {@return where the values of a document, counted from 1, are in the text} */
    static Map<String, Place> places(String text, Limits limits, int document) {
        Map<String, Place> places = new HashMap<>();
        new YamlReader(text, limits, places, null).read(new ArrayList<>(), document);
        return places;
    }

    private void read(List<Json> documents, int count) {
        while (documents.size() < count) {
            Event event = next();
            if (event.getEventId() == Event.ID.StreamEnd) {
                return;
            }
            if (event.getEventId() == Event.ID.DocumentStart) {
                documents.add(document());
            }
        }
    }

    /** The next event; the last one is the end of the stream. */
    private Event next() {
        try {
            Event event = events.next();
            reached = Place.of(event.getEndMark());
            return event;
        } catch (MarkedYamlEngineException wrong) {
            Place place = Place.of(wrong.getProblemMark());
            throw new YamlException(
                    String.valueOf(wrong.getProblem()),
                    Math.max(document, 1),
                    place.line(),
                    place.column(),
                    YamlProblems.words(wrong));
        } catch (ReaderException wrong) {
            throw failed("a character that YAML does not allow", place(wrong.getPosition()));
        } catch (YamlEngineException tooLarge) {
            throw failed("more than " + limits.maxDocumentBytes() + " characters", reached);
        } catch (IllegalArgumentException | IndexOutOfBoundsException wrong) {
            // The library's scanner looks for the digits of an escape beyond the end of the text.
            throw failed("an escape that is cut short", reached);
        }
    }

    private Json document() {
        document++;
        size = 0;
        anchors.clear();
        if (places != null) {
            places.clear();
        }
        return node(next(), 1).value();
    }

    private Node node(Event event, int depth) {
        if (depth > limits.maxDepth()) {
            throw failed("more than " + limits.maxDepth() + " levels", event);
        }
        if (places != null) {
            places.put(pathText(), Place.of(event.getStartMark()));
        }
        long before = size;
        Node node = switch (event.getEventId()) {
            case Scalar -> scalar((ScalarEvent) event);
            case Alias -> alias((AliasEvent) event, depth);
            case SequenceStart -> list((CollectionStartEvent) event, depth);
            case MappingStart -> object((CollectionStartEvent) event, depth);
            default -> throw failed("unexpected " + event.getEventId(), event);
        };
        Node sized = new Node(node.value(), size - before, node.height());
        if (event instanceof NodeEvent anchored && !(event instanceof AliasEvent)) {
            anchored.getAnchor().ifPresent(anchor -> anchors.put(anchor, sized));
        }
        return sized;
    }

    private Node alias(AliasEvent event, int depth) {
        Node target = anchors.get(event.getAlias());
        if (target == null) {
            // An anchor is known only once its value is complete, so an alias inside it ends here too.
            throw failed(
                    "no value before this one has the anchor that is referred to",
                    event,
                    "unknown anchor '" + event.getAlias().getValue() + "' referenced");
        }
        if (depth + target.height() - 1 > limits.maxDepth()) {
            throw failed("more than " + limits.maxDepth() + " levels", event);
        }
        grow(target.size(), event);
        return target;
    }

    private Node list(CollectionStartEvent start, int depth) {
        checkTag(start, "seq");
        grow(2, start);
        List<Json> items = new ArrayList<>();
        int height = 0;
        for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
            path.addLast("[" + items.size() + "]");
            Node item = node(event, depth + 1);
            path.removeLast();
            items.add(item.value());
            height = Math.max(height, item.height());
        }
        return new Node(new Json.Arr(items), 0, height + 1);
    }

    private Node object(CollectionStartEvent start, int depth) {
        checkTag(start, "map");
        grow(2, start);
        Map<String, Json> fields = new LinkedHashMap<>();
        Map<String, Json> merged = new LinkedHashMap<>();
        int height = 0;
        for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
            boolean merge = isMergeKey(event);
            String name = merge ? MERGE_KEY : name(event);
            path.addLast(pathSegment(name));
            Event valueEvent = next();
            Node value = node(valueEvent, depth + 1);
            path.removeLast();
            height = Math.max(height, value.height());
            if (merge) {
                merge(value.value(), merged, valueEvent);
            } else if (fields.put(name, value.value()) != null) {
                repeated(name, event, valueEvent);
            }
        }
        merged.forEach(fields::putIfAbsent);
        return new Node(new Json.Obj(fields), 0, height + 1);
    }

    private void repeated(String name, Event event, Event valueEvent) {
        if (repeated == null) {
            throw failed("the key " + Excerpt.quoted(name) + " is there twice", event);
        }
        repeated.add(new YamlDocument.RepeatedKey(
                name, Place.of(valueEvent.getStartMark()).line()));
    }

    private static boolean isMergeKey(Event event) {
        return event instanceof ScalarEvent scalar
                && scalar.isPlain()
                && scalar.getTag().isEmpty()
                && scalar.getValue().equals(MERGE_KEY);
    }

    private void merge(Json value, Map<String, Json> merged, Event event) {
        List<Json> sources = value instanceof Json.Arr list ? list.items() : List.of(value);
        for (Json source : sources) {
            if (!(source instanceof Json.Obj object)) {
                throw failed(
                        "only a mapping, or a list of mappings, can be merged",
                        event,
                        "map merge requires map or sequence of maps as the value");
            }
            object.fields().forEach(merged::putIfAbsent);
        }
    }

    /** The name of a field: whatever scalar it is, in the form that it has as a string. */
    private String name(Event event) {
        Json key = event instanceof AliasEvent alias
                ? alias(alias, 1).value()
                : event instanceof ScalarEvent scalar ? scalar(scalar).value() : Json.Obj.EMPTY;
        if (event instanceof ScalarEvent scalar) {
            scalar.getAnchor()
                    .ifPresent(anchor ->
                            anchors.put(anchor, new Node(key, scalar.getValue().length(), 0)));
        }
        return switch (key) {
            case Json.Str string -> string.value();
            case Json.Int number -> number.toString();
            case Json.Dec number -> number.toString();
            case Json.Bool flag -> flag.toString();
            case Json.Null ignored -> throw failed("a key must not be null", event);
            case Json.Obj ignored -> throw failed("a key must be a scalar", event);
            case Json.Arr ignored -> throw failed("a key must be a scalar", event);
        };
    }

    private Node scalar(ScalarEvent event) {
        grow(event.getValue().length() + 2L, event);
        try {
            return new Node(YamlScalars.value(event), 0, 0);
        } catch (IllegalArgumentException wrong) {
            throw failed(String.valueOf(wrong.getMessage()), event);
        }
    }

    private void checkTag(CollectionStartEvent event, String wanted) {
        String tag = event.getTag().orElse("!");
        if (!tag.equals("!") && !tag.equals(YamlScalars.TAGS + wanted)) {
            throw failed("a tag that Kubernetes does not know", event);
        }
    }

    private void grow(long by, Event event) {
        size += by;
        if (size > limits.maxDocumentBytes()) {
            throw failed("aliases that unfold to more than " + limits.maxDocumentBytes() + " characters", event);
        }
    }

    private String pathText() {
        return "$" + String.join("", path);
    }

    /** As {@link dev.konverge.model.codec.DecodeException#path()} has it. */
    private static String pathSegment(String name) {
        boolean plain = name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '$');
        return plain ? "." + name : "['" + name + "']";
    }

    private Place place(int codePoint) {
        int end = text.offsetByCodePoints(0, Math.min(codePoint, text.codePointCount(0, text.length())));
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < end; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return new Place(line, end - lineStart + 1);
    }

    private YamlException failed(String reason, Event event) {
        return failed(reason, Place.of(event.getStartMark()));
    }

    private YamlException failed(String reason, Event event, String serverWords) {
        Place place = Place.of(event.getStartMark());
        return new YamlException(reason, Math.max(document, 1), place.line(), place.column(), serverWords);
    }

    private YamlException failed(String reason, Place place) {
        return new YamlException(reason, Math.max(document, 1), place.line(), place.column());
    }
}
