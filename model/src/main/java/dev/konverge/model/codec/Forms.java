package dev.konverge.model.codec;

import dev.konverge.model.DurationFormat;
import dev.konverge.model.IntOrString;
import dev.konverge.model.Quantity;
import dev.konverge.model.RawJson;
import dev.konverge.model.TimeFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** Codecs of the types that have a form of their own on the wire. */
public final class Forms {
    /** Quantities: a string in JSON, a message with that string in protobuf. */
    public static final ProtoCodec<Quantity> QUANTITY = new QuantityForm();

    /** A number or a string. */
    public static final ProtoCodec<IntOrString> INT_OR_STRING = new IntOrStringForm();

    /** Any JSON value; in protobuf a message with its bytes. */
    public static final ProtoCodec<RawJson> RAW = new RawForm();

    /** Points in time, to the second, as elements of a list or map. */
    public static final ProtoCodec<Instant> TIME = new TimeForm();

    /** Lengths of time, as Go writes them: a string in JSON, a message with the nanoseconds in protobuf. */
    public static final ProtoCodec<Duration> DURATION = new DurationForm();

    private Forms() {}

    private static final class DurationForm implements ProtoCodec<Duration> {
        @Override
        public Duration read(JsonReader in) {
            if (in.peek() == JsonReader.Kind.NULL) {
                in.readNull();
                return Duration.ZERO;
            }
            return in.readTextAs(this, DurationFormat::parse);
        }

        @Override
        public void write(Duration value, JsonWriter out) {
            out.string(DurationFormat.format(value));
        }

        @Override
        public Duration readProto(ProtoReader in) {
            Duration value = Duration.ZERO;
            for (int t = in.nextTag(); t != 0; t = in.nextTag()) {
                if (t >>> 3 == 1) {
                    value = Duration.ofNanos(in.int64(t));
                } else {
                    in.skip(t);
                }
            }
            return value;
        }

        @Override
        public void writeProto(Duration value, ProtoWriter out) {
            out.int64(1, value.toNanos());
        }
    }

    private static final class TimeForm implements ProtoCodec<Instant> {
        @Override
        public Instant read(JsonReader in) {
            return Objects.requireNonNullElse(in.readTime(), Instant.EPOCH);
        }

        @Override
        public void write(Instant value, JsonWriter out) {
            out.time(TimeFormat.TIME, value);
        }

        @Override
        public Instant readProto(ProtoReader in) {
            return Objects.requireNonNullElse(in.time(), Instant.EPOCH);
        }

        @Override
        public void writeProto(Instant value, ProtoWriter out) {
            out.time(value);
        }
    }

    private static final class QuantityForm implements ProtoCodec<Quantity> {
        @Override
        public Quantity read(JsonReader in) {
            // Kubernetes takes a bare number for a quantity, too.
            return switch (in.peek()) {
                case STRING -> in.readTextAs(this, Quantity::parse);
                case NUMBER -> number(in);
                case NULL -> {
                    in.readNull();
                    yield Quantity.ZERO;
                }
                case OBJECT, ARRAY, BOOLEAN -> throw in.fail("expected a quantity: a string or a number");
            };
        }

        private static Quantity number(JsonReader in) {
            String text = in.readRaw().toString();
            try {
                return Quantity.parse(text);
            } catch (IllegalArgumentException e) {
                throw in.fail(String.valueOf(e.getMessage()));
            }
        }

        @Override
        public void write(Quantity value, JsonWriter out) {
            out.string(value.toString());
        }

        @Override
        public Quantity readProto(ProtoReader in) {
            Quantity value = Quantity.ZERO;
            for (int t = in.nextTag(); t != 0; t = in.nextTag()) {
                if (t >>> 3 == 1) {
                    value = in.stringAs(t, Quantity::parse);
                } else {
                    in.skip(t);
                }
            }
            return value;
        }

        @Override
        public void writeProto(Quantity value, ProtoWriter out) {
            out.string(1, value.toString());
        }
    }

    private static final class IntOrStringForm implements ProtoCodec<IntOrString> {
        @Override
        public IntOrString read(JsonReader in) {
            return switch (in.peek()) {
                case STRING -> in.readTextAs(this, IntOrString::of);
                case NUMBER -> IntOrString.of(Objects.requireNonNull(in.readLong()));
                case NULL -> {
                    in.readNull();
                    yield IntOrString.of(0);
                }
                case OBJECT, ARRAY, BOOLEAN -> throw in.fail("expected a whole number or a string");
            };
        }

        @Override
        public void write(IntOrString value, JsonWriter out) {
            switch (value) {
                case IntOrString.IntValue number -> out.number((long) number.value());
                case IntOrString.LongValue number -> out.number(number.value());
                case IntOrString.StringValue text -> out.string(text.value());
            }
        }

        @Override
        public IntOrString readProto(ProtoReader in) {
            boolean isText = false;
            int number = 0;
            String text = "";
            for (int t = in.nextTag(); t != 0; t = in.nextTag()) {
                switch (t >>> 3) {
                    case 1 -> isText = in.int64(t) == 1;
                    case 2 -> number = in.int32(t);
                    case 3 -> text = in.string(t);
                    default -> in.skip(t);
                }
            }
            return isText ? IntOrString.of(text) : IntOrString.of(number);
        }

        @Override
        public void writeProto(IntOrString value, ProtoWriter out) {
            switch (value) {
                case IntOrString.IntValue number -> {
                    out.string(3, "");
                    out.int32(2, number.value());
                    out.int32(1, 0);
                }
                case IntOrString.LongValue number ->
                    throw new IllegalArgumentException(
                            number + " does not fit into the 32 bits that protobuf has for it");
                case IntOrString.StringValue text -> {
                    out.string(3, text.value());
                    out.int32(2, 0);
                    out.int32(1, 1);
                }
            }
        }
    }

    private static final class RawForm implements ProtoCodec<RawJson> {
        private static final RawJson NULL = RawJson.of("null");

        @Override
        public RawJson read(JsonReader in) {
            return in.readRaw();
        }

        @Override
        public void write(RawJson value, JsonWriter out) {
            out.raw(value);
        }

        @Override
        public RawJson readProto(ProtoReader in) {
            return Objects.requireNonNullElse(in.raw(), NULL);
        }

        @Override
        public void writeProto(RawJson value, ProtoWriter out) {
            out.json(1, value);
        }
    }
}
