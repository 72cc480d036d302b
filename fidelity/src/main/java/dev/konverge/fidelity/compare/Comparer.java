package dev.konverge.fidelity.compare;

import dev.konverge.fidelity.play.Entry;
import dev.konverge.fidelity.play.Transcript;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the places where two normalised transcripts of one scenario differ. */
public final class Comparer {
    private static final Pattern MESSAGE =
            Pattern.compile("body(\\[\\d+]\\.object)?(\\.message|\\.details\\.causes(\\[\\d+]\\.message)?)");
    private static final Pattern REASON =
            Pattern.compile("body(\\[\\d+]\\.object)?\\.(reason|code|status|details(\\.(?!causes).*)?)");
    private static final Pattern EVENTS = Pattern.compile("body|body\\[\\d+](\\.type|\\.object\\.metadata\\.name)?");

    private final String scenario;
    private final List<Difference> found = new ArrayList<>();
    private String step = "";
    private boolean ofStatus;
    private boolean ofEvents;
    private int number;

    private Comparer(String scenario) {
        this.scenario = scenario;
    }

    /** {@return all places where they differ, in order} */
    public static List<Difference> compare(String scenario, Transcript real, Transcript ours) {
        Comparer comparer = new Comparer(scenario);
        for (int i = 0; i < Math.max(real.entries().size(), ours.entries().size()); i++) {
            comparer.entries(i, entry(real, i), entry(ours, i));
        }
        return comparer.found;
    }

    private static Entry entry(Transcript transcript, int index) {
        return index < transcript.entries().size()
                ? transcript.entries().get(index)
                : new Entry("nothing", 0, Map.of(), Json.Null.INSTANCE);
    }

    private void entries(int index, Entry real, Entry ours) {
        number = index + 1;
        step = real.step();
        ofStatus = isStatus(real.body()) || isStatus(ours.body());
        ofEvents = real.body() instanceof Json.Arr && real.status() == 0;
        if (real.status() != ours.status()) {
            add("status", Json.of((long) real.status()), Json.of((long) ours.status()));
            if (real.status() / 100 != ours.status() / 100) {
                // One was refused and the other was not: the rest of the answers has nothing in common.
                add("body", real.body(), ours.body());
                return;
            }
        }
        Set<String> headers = new TreeSet<>(real.headers().keySet());
        headers.addAll(ours.headers().keySet());
        for (String name : headers) {
            compare("headers." + name, text(real, name), text(ours, name));
        }
        compare("body", real.body(), ours.body());
    }

    private static @Nullable Json text(Entry entry, String header) {
        String value = entry.headers().get(header);
        return value == null ? null : Json.of(value);
    }

    private static boolean isStatus(Json body) {
        return body instanceof Json.Obj object && Json.of("Status").equals(object.get("kind"));
    }

    private void compare(String path, @Nullable Json real, @Nullable Json ours) {
        if (real == null ? ours == null : real.equals(ours)) {
            return;
        }
        if (real instanceof Json.Obj left && ours instanceof Json.Obj right) {
            Set<String> names = new TreeSet<>(left.fields().keySet());
            names.addAll(right.fields().keySet());
            names.forEach(name -> compare(path + "." + name, left.get(name), right.get(name)));
        } else if (real instanceof Json.Arr left
                && ours instanceof Json.Arr right
                && left.items().size() == right.items().size()) {
            for (int i = 0; i < left.items().size(); i++) {
                compare(path + "[" + i + "]", left.items().get(i), right.items().get(i));
            }
        } else {
            add(path, real, ours);
        }
    }

    private void add(String path, @Nullable Json real, @Nullable Json ours) {
        found.add(new Difference(scenario, step, level(path), number + "." + path, real, ours));
    }

    private Level level(String path) {
        if (path.equals("status") || (ofStatus && REASON.matcher(path).matches())) {
            return Level.REASON;
        }
        if (ofEvents && EVENTS.matcher(path).matches()) {
            return Level.REASON;
        }
        return ofStatus && MESSAGE.matcher(path).matches() ? Level.MESSAGE : Level.BODY;
    }
}
