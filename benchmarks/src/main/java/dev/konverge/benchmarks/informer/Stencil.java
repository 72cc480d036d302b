package dev.konverge.benchmarks.informer;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A pod whose container was started again, with holes where each such change differs from the one before: the resource version, the
 * times and the container's id. Nothing a client remembers of earlier events is in the later ones by accident. Used by one thread.
 */
final class Stencil {
    /** The text where the time of the change goes. */
    static final String TIME = "2026-11-01T00:00:00Z";

    /** What precedes the container's id. */
    static final String RUNTIME = "containerd://";

    private static final long TIME_SECONDS = 1_793_491_200L;
    private static final int DAY = 86_400;
    private static final int VERSION_DIGITS = 16;
    private static final int ID_DIGITS = 16;

    private final byte[] bytes;
    private final int version;
    private final int id;
    private final int[] times;
    private final TimeForm timeForm;

    /** How a time is written in this form. */
    private interface TimeForm {
        void put(byte[] bytes, int at, int secondOfDay);
    }

    private Stencil(byte[] bytes, String version, byte[] time, TimeForm timeForm) {
        this.bytes = bytes;
        this.version = find(bytes, ascii(version), 0);
        this.id = find(bytes, ascii(RUNTIME), 0) + RUNTIME.length();
        this.times = findAll(bytes, time);
        this.timeForm = timeForm;
    }

    /** A stencil from a document that has that version. */
    static Stencil json(byte[] document, String version) {
        return new Stencil(document, version, ascii(TIME), Stencil::clock);
    }

    /** A stencil from a message that has that version. */
    static Stencil protobuf(byte[] message, String version) {
        byte[] time = new byte[6];
        time[0] = 8;
        varint(time, 1, TIME_SECONDS);
        return new Stencil(message, version, time, (bytes, at, second) -> varint(bytes, at + 1, TIME_SECONDS + second));
    }

    /** {@return the pod after the change with that number} The array is the same every time. */
    byte[] fill(long newVersion, long number) {
        long rest = newVersion;
        for (int i = VERSION_DIGITS - 1; i >= 0; i--, rest /= 10) {
            bytes[version + i] = (byte) ('0' + rest % 10);
        }
        // The golden ratio, so that neighbours have nothing in common.
        long random = (number + 1) * 0x9E3779B97F4A7C15L;
        for (int i = 0; i < ID_DIGITS; i++, random >>>= 4) {
            bytes[id + i] = (byte) Character.forDigit((int) (random & 15), 16);
        }
        for (int at : times) {
            timeForm.put(bytes, at, (int) (number % DAY));
        }
        return bytes;
    }

    private static void clock(byte[] bytes, int at, int secondOfDay) {
        twoDigits(bytes, at + 11, secondOfDay / 3600);
        twoDigits(bytes, at + 14, secondOfDay / 60 % 60);
        twoDigits(bytes, at + 17, secondOfDay % 60);
    }

    private static void twoDigits(byte[] bytes, int at, int value) {
        bytes[at] = (byte) ('0' + value / 10);
        bytes[at + 1] = (byte) ('0' + value % 10);
    }

    /** Five bytes: enough until the year 3058. */
    private static void varint(byte[] bytes, int at, long value) {
        long rest = value;
        for (int i = 0; i < 5; i++, rest >>>= 7) {
            bytes[at + i] = (byte) ((rest & 0x7f) | (i < 4 ? 0x80 : 0));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static int find(byte[] bytes, byte[] what, int from) {
        for (int i = from; i <= bytes.length - what.length; i++) {
            if (Arrays.equals(bytes, i, i + what.length, what, 0, what.length)) {
                return i;
            }
        }
        throw new IllegalArgumentException("a made-up pod lacks what every change of it changes");
    }

    private static int[] findAll(byte[] bytes, byte[] what) {
        int[] found = new int[Change.TIMES];
        int from = 0;
        for (int i = 0; i < found.length; i++) {
            found[i] = find(bytes, what, from);
            from = found[i] + what.length;
        }
        return found;
    }

    /** The change itself, on the text of a pod. */
    static final class Change {
        /** The container's start and the two conditions that follow from it. */
        static final int TIMES = 3;

        private Change() {}

        /** {@return the pod after a container was started again} */
        static String of(String pod) {
            String changed = replaceFirst(pod, "\"startedAt\":\"", TIME, 0);
            changed = replaceFirst(changed, "\"lastTransitionTime\":\"", TIME, changed.indexOf("\"type\":\"Ready\""));
            changed = replaceFirst(
                    changed, "\"lastTransitionTime\":\"", TIME, changed.indexOf("\"type\":\"ContainersReady\""));
            return replaceFirst(changed, "\"restartCount\":", "1", 0);
        }

        private static String replaceFirst(String text, String after, String value, int from) {
            int at = text.indexOf(after, from) + after.length();
            return text.substring(0, at) + value + text.substring(at + value.length());
        }
    }
}
