package dev.konverge.controller.monitor;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Figures by name and labels, written in Prometheus' text form. Safe for use by many threads; counting takes no lock.
 *
 * <p>A figure is made when it is first asked for, and the same one is given to whoever asks again. Names that Prometheus could not read
 * are refused with an {@link IllegalArgumentException}.
 */
public final class MetricsRegistry {
    /** From a tenth of a millisecond to a quarter of an hour, each three times the one before or so. */
    private static final double[] SECONDS = {
        0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000
    };

    /** From 64 bytes to 16 megabytes, four times the one before. */
    private static final double[] BYTES = {
        64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216
    };

    /** The label of a histogram that says up to where a bucket goes. */
    private static final String BOUND = "le";

    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");

    /** Those that begin with two underscores are Prometheus' own. */
    private static final Pattern LABEL = Pattern.compile("(?!__)[a-zA-Z_][a-zA-Z0-9_]*");

    private static final Logger LOG = LoggerFactory.getLogger(MetricsRegistry.class);

    private final ConcurrentMap<String, Family> families = new ConcurrentHashMap<>();

    /** The names of which one could not be told, ever. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    /** No figures yet. */
    public MetricsRegistry() {}

    private enum Kind {
        COUNTER("counter"),
        GAUGE("gauge"),
        HISTOGRAM("histogram");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    /** All figures of one name. */
    private record Family(Kind kind, String help, ConcurrentMap<String, Figure> byLabels) {}

    sealed interface Figure permits Counter, Gauge, Gauges, Histogram {
        void write(String name, String labels, StringBuilder out);
    }

    /** A number that only grows. */
    public static final class Counter implements Figure {
        private final LongAdder value = new LongAdder();

        private Counter() {}

        /** Adds one. */
        public void increment() {
            value.increment();
        }

        /** Adds so many. */
        public void add(long count) {
            value.add(count);
        }

        @Override
        public void write(String name, String labels, StringBuilder out) {
            line(out, name, labels, Long.toString(value.sum()));
        }
    }

    record Gauge(DoubleSupplier value) implements Figure {
        @Override
        public void write(String name, String labels, StringBuilder out) {
            line(out, name, labels, number(value.getAsDouble()));
        }
    }

    record Gauges(String label, Supplier<? extends Map<?, ? extends Number>> values) implements Figure {
        @Override
        public void write(String name, String labels, StringBuilder out) {
            new TreeMap<>(values.get())
                    .forEach((key, value) -> line(
                            out, name, join(labels, text(label, String.valueOf(key))), number(value.doubleValue())));
        }
    }

    /** How durations or sizes are distributed. */
    public static final class Histogram implements Figure {
        private final double[] bounds;
        private final LongAdder[] buckets;
        private final DoubleAdder sum = new DoubleAdder();

        private Histogram(double[] bounds) {
            this.bounds = bounds;
            this.buckets = new LongAdder[bounds.length + 1];
            for (int i = 0; i < buckets.length; i++) {
                buckets[i] = new LongAdder();
            }
        }

        /** Counts a duration. */
        public void observe(Duration duration) {
            observe(duration.toNanos() / 1e9);
        }

        /** Counts a value in the figure's own unit. */
        public void observe(double value) {
            int bucket = 0;
            while (bucket < bounds.length && value > bounds[bucket]) {
                bucket++;
            }
            buckets[bucket].increment();
            sum.add(value);
        }

        @Override
        public void write(String name, String labels, StringBuilder out) {
            long count = 0;
            for (int i = 0; i < buckets.length; i++) {
                count += buckets[i].sum();
                String bound = i < bounds.length ? number(bounds[i]) : "+Inf";
                line(out, name + "_bucket", join(labels, BOUND + "=\"" + bound + '"'), Long.toString(count));
            }
            line(out, name + "_sum", labels, number(sum.sum()));
            line(out, name + "_count", labels, Long.toString(count));
        }
    }

    /** {@return the counter of that name and those labels: name, value, name, value…} */
    public Counter counter(String name, String help, String... labels) {
        return (Counter) figure(Kind.COUNTER, name, help, labels, new Counter());
    }

    /** {@return the distribution of durations of that name and those labels} */
    public Histogram histogram(String name, String help, String... labels) {
        return (Histogram) figure(Kind.HISTOGRAM, name, help, labels, new Histogram(SECONDS));
    }

    /** {@return the distribution of durations of that name and those labels, with buckets of its own} */
    Histogram histogramIn(double[] buckets, String name, String help, String... labels) {
        return (Histogram) figure(Kind.HISTOGRAM, name, help, labels, new Histogram(buckets));
    }

    /** {@return the distribution of sizes in bytes of that name and those labels} */
    public Histogram sizes(String name, String help, String... labels) {
        return (Histogram) figure(Kind.HISTOGRAM, name, help, labels, new Histogram(BYTES));
    }

    /** Shows a number that is asked for whenever somebody looks; if it throws, it is left out. Of several for the same labels the last counts. */
    public void gauge(String name, String help, DoubleSupplier value, String... labels) {
        String key = text(labels);
        family(Kind.GAUGE, name, help).byLabels().put(key, new Gauge(value));
    }

    /**
     * Shows as many numbers as there are whenever somebody looks, in the order of their keys. Of several for the same labels the last counts.
     *
     * @param label the name of the label that has the key as its value
     */
    public void gauges(
            String name,
            String help,
            String label,
            Supplier<? extends Map<?, ? extends Number>> values,
            String... labels) {
        requireLabel(label);
        String key = text(labels);
        family(Kind.GAUGE, name, help).byLabels().put(key, new Gauges(label, values));
    }

    private Figure figure(Kind kind, String name, String help, String[] labels, Figure fresh) {
        String key = text(labels);
        Figure before = family(kind, name, help).byLabels().putIfAbsent(key, fresh);
        return before == null ? fresh : before;
    }

    private Family family(Kind kind, String name, String help) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("\"" + name
                    + "\" is no name of a figure: letters, digits, _ and : are allowed, and no digit first");
        }
        Family family = families.computeIfAbsent(name, n -> new Family(kind, help, new ConcurrentHashMap<>()));
        if (family.kind() != kind) {
            throw new IllegalArgumentException(name + " is a " + family.kind().word + ", not a " + kind.word);
        }
        return family;
    }

    private static void requireLabel(String label) {
        if (!LABEL.matcher(label).matches() || label.equals(BOUND)) {
            throw new IllegalArgumentException("\"" + label
                    + "\" is no name of a label: letters, digits and _ are allowed, no digit and no __ first, and "
                    + BOUND
                    + " is taken");
        }
    }

    /** {@return labels as they are written, the same in whatever order they come} */
    private static String text(String... labels) {
        if (labels.length % 2 != 0) {
            throw new IllegalArgumentException("a label without a value: " + List.of(labels));
        }
        Map<String, String> pairs = new TreeMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            requireLabel(labels[i]);
            if (pairs.put(labels[i], labels[i] + "=\"" + escape(labels[i + 1]) + '"') != null) {
                throw new IllegalArgumentException("the label \"" + labels[i] + "\" has two values");
            }
        }
        return String.join(",", pairs.values());
    }

    private static String escape(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    /** Unlike in a value, a quotation mark ends nothing here. */
    private static String escapeHelp(String help) {
        return help.replace("\\", "\\\\").replace("\n", "\\n");
    }

    private static String join(String labels, String more) {
        return labels.isEmpty() ? more : labels + ',' + more;
    }

    private static void line(StringBuilder out, String name, String labels, String value) {
        out.append(name);
        if (!labels.isEmpty()) {
            out.append('{').append(labels).append('}');
        }
        out.append(' ').append(value).append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** {@return all figures as they are now, in Prometheus' text form, sorted by name} */
    public String text() {
        StringBuilder out = new StringBuilder();
        Map<String, Family> sorted = new TreeMap<>(families);
        sorted.forEach((name, family) -> {
            out.append("# HELP ")
                    .append(name)
                    .append(' ')
                    .append(escapeHelp(family.help()))
                    .append('\n');
            out.append("# TYPE ")
                    .append(name)
                    .append(' ')
                    .append(family.kind().word)
                    .append('\n');
            new TreeMap<>(family.byLabels()).forEach((labels, figure) -> write(figure, name, labels, out));
        });
        return out.toString();
    }

    /** A number that cannot be told is left out, and named in the log once. */
    private void write(Figure figure, String name, String labels, StringBuilder out) {
        int begin = out.length();
        try {
            figure.write(name, labels, out);
        } catch (RuntimeException | Error failure) {
            out.setLength(begin);
            if (missing.add(name)) {
                LOG.atWarn()
                        .addKeyValue("figure", name)
                        .addKeyValue("labels", labels)
                        .setCause(failure)
                        .log("a figure cannot be told; it is left out");
            }
        }
    }
}
