package dev.konverge.apiserver.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.cel.CelFailure;
import dev.konverge.apiserver.cel.Compilation;
import dev.konverge.apiserver.cel.Environment;
import dev.konverge.apiserver.cel.Expression;
import dev.konverge.apiserver.cel.OutOfBudget;
import dev.konverge.apiserver.cel.Shape;
import dev.konverge.apiserver.cel.Values;
import dev.konverge.apiserver.cel.Variables;
import dev.konverge.model.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Expressions in rules, held against what a real server makes of them. */
class RuleTableTest {
    private static final Json.Obj SCHEMA = (Json.Obj) Json.parse(read("rules-schema.json"));
    private static final Json OBJECT = Json.parse(read("rules-object.json"));
    private static final Shape SHAPE = Shape.of(SCHEMA, false);
    private static final Environment ENVIRONMENT = Environment.ofRules(SHAPE, false);

    private static String read(String name) {
        try (InputStream in = Objects.requireNonNull(RuleTableTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, String> table() {
        Map<String, String> table = new LinkedHashMap<>();
        read("rules.txt").lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int arrow = line.lastIndexOf(" => ");
            table.put(line.substring(0, arrow), line.substring(arrow + 4));
        });
        return table;
    }

    private static final Variables VARIABLES = name -> name.equals("self") ? Values.of(OBJECT, SHAPE) : null;

    private static String outcome(String text) {
        return switch (ENVIRONMENT.compile(text)) {
            case Compilation.Rejected rejected ->
                "COMPILE compilation failed: "
                        + rejected.why().lines().findFirst().orElse("");
            case Compilation.Doomed doomed -> "COMPILE program instantiation failed: " + doomed.why();
            case Compilation.Compiled compiled
            when compiled.expression().maxCost() > 10_000_000 -> "COMPILE too expensive";
            case Compilation.Compiled compiled -> evaluated(compiled.expression());
        };
    }

    private static String evaluated(Expression expression) {
        try {
            return String.valueOf(expression.evaluate(VARIABLES).value());
        } catch (CelFailure failure) {
            return "ERROR " + (failure.isNoOverload() ? "'" + failure.text() + "'" : failure.text());
        }
    }

    @DisplayName("R8: every expression has the result it has on a real server")
    @Test
    void expressionsMeanWhatTheyMeanToARealServer() {
        List<String> wrong = new ArrayList<>();
        table().forEach((text, expected) -> {
            String actual = outcome(text);
            if (!actual.equals(expected)) {
                wrong.add(text + "\n    real: " + expected + "\n    here: " + actual);
            }
        });
        assertThat(table()).hasSizeGreaterThan(330);
        assertThat(wrong).isEmpty();
    }

    @Test
    void noTextMakesTheCompilerOrTheEvaluationFailInAnyOtherWay() {
        long seed = 20261115;
        Random random = new Random(seed);
        List<String> texts = List.copyOf(table().keySet());
        String alphabet = "()[]{}.,?:'\"`\\!&|<>=+-*/%0129axself \n\t\u00e9\ud83d\ude00_";
        for (int i = 0; i < 400; i++) {
            StringBuilder text = new StringBuilder(texts.get(random.nextInt(texts.size())));
            for (int edits = random.nextInt(4); edits >= 0 && !text.isEmpty(); edits--) {
                int place = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(place);
                    case 1 -> text.insert(place, alphabet.charAt(random.nextInt(alphabet.length())));
                    default -> text.setCharAt(place, alphabet.charAt(random.nextInt(alphabet.length())));
                }
            }
            String made = text.toString();
            try {
                outcome(made);
            } catch (OutOfBudget end) {
                assertThat(end).hasMessage("operation cancelled: actual cost limit exceeded");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ": " + made, e);
            }
        }
    }
}
