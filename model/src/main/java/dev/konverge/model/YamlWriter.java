package dev.konverge.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;

/**
 * Writes JSON trees as YAML in block style.
 *
 * <p>A string is quoted wherever any reader, of YAML 1.1 or 1.2, could take it for something else; a text of several
 * lines is written as such where nothing in it could be lost.
 */
final class YamlWriter {
    /** Longer than any label's key, so that keys stay on the line of their values. */
    private static final int MAX_KEY_LENGTH = 1000;

    private static final DumpSettings UNICODE = settings(true);

    /** For the rare text with a character that some readers would not take as it stands, even in quotation marks. */
    private static final DumpSettings ASCII = settings(false);

    private static final ImplicitTuple NO_TAG = new ImplicitTuple(true, true);

    private final Emitter events;

    private YamlWriter(DumpSettings settings, StreamDataWriter out) {
        this.events = new Emitter(settings, out);
    }

    private static DumpSettings settings(boolean unicode) {
        return DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setMaxSimpleKeyLength(MAX_KEY_LENGTH)
                .setSplitLines(false)
                .setUseUnicodeEncoding(unicode)
                .build();
    }

    /** Collects what is written. */
    private static final class Text implements StreamDataWriter {
        private final StringBuilder text = new StringBuilder();

        @Override
        public void write(String part) {
            text.append(part);
        }

        @Override
        public void write(String part, int from, int length) {
            text.append(part, from, from + length);
        }
    }

    static String write(List<Json> documents) {
        Text text = new Text();
        boolean awkward = documents.stream().anyMatch(YamlWriter::hasAwkwardText);
        YamlWriter writer = new YamlWriter(awkward ? ASCII : UNICODE, text);
        writer.events.emit(new StreamStartEvent());
        boolean separator = documents.size() > 1;
        for (Json document : documents) {
            writer.events.emit(new DocumentStartEvent(separator, Optional.empty(), Map.of()));
            writer.value(document);
            writer.events.emit(new DocumentEndEvent(false));
        }
        writer.events.emit(new StreamEndEvent());
        return text.text.toString();
    }

    private void value(Json value) {
        switch (value) {
            case Json.Obj object -> {
                events.emit(new MappingStartEvent(Optional.empty(), Optional.empty(), true, FlowStyle.BLOCK));
                object.fields().forEach((name, field) -> {
                    text(name);
                    value(field);
                });
                events.emit(new MappingEndEvent());
            }
            case Json.Arr array -> {
                events.emit(new SequenceStartEvent(Optional.empty(), Optional.empty(), true, FlowStyle.BLOCK));
                array.items().forEach(this::value);
                events.emit(new SequenceEndEvent());
            }
            case Json.Str string -> text(string.value());
            case Json.Int number -> scalar(number.toString(), ScalarStyle.PLAIN);
            case Json.Dec number -> scalar(number.toString(), ScalarStyle.PLAIN);
            case Json.Bool flag -> scalar(flag.toString(), ScalarStyle.PLAIN);
            case Json.Null ignored -> scalar("null", ScalarStyle.PLAIN);
        }
    }

    private void text(String text) {
        scalar(text, style(text));
    }

    private void scalar(String text, ScalarStyle style) {
        events.emit(new ScalarEvent(Optional.empty(), Optional.empty(), NO_TAG, text, style));
    }

    private static boolean hasAwkwardText(Json value) {
        return switch (value) {
            case Json.Obj object ->
                object.fields().entrySet().stream()
                        .anyMatch(field -> isAwkward(field.getKey()) || hasAwkwardText(field.getValue()));
            case Json.Arr array -> array.items().stream().anyMatch(YamlWriter::hasAwkwardText);
            case Json.Str string -> isAwkward(string.value());
            case Json.Int ignored -> false;
            case Json.Dec ignored -> false;
            case Json.Bool ignored -> false;
            case Json.Null ignored -> false;
        };
    }

    /** Whether a text has a line break of YAML 1.1 that 1.2 does not know, a control character, or no character at all. */
    private static boolean isAwkward(String text) {
        return text.codePoints()
                .anyMatch(c -> (c >= 0x7f && c < 0xa0)
                        || c == 0x2028
                        || c == 0x2029
                        || c == 0xfeff
                        || (c > 0x7f && !Character.isDefined(c)));
    }

    private static ScalarStyle style(String text) {
        if (isAwkward(text) || text.chars().anyMatch(c -> c < ' ' && c != '\n')) {
            return ScalarStyle.DOUBLE_QUOTED;
        }
        if (text.indexOf('\n') >= 0) {
            return keepsItsLines(text) ? ScalarStyle.LITERAL : ScalarStyle.DOUBLE_QUOTED;
        }
        return YamlScalars.isAmbiguous(text) ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.PLAIN;
    }

    /** Whether a block shows a text as it is: no blank that one cannot see, none that could be taken for indentation. */
    private static boolean keepsItsLines(String text) {
        return text.charAt(0) != ' ' && text.charAt(0) != '\n' && !text.contains(" \n") && !text.endsWith(" ");
    }
}
