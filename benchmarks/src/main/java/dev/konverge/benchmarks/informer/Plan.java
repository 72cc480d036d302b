package dev.konverge.benchmarks.informer;

import java.util.List;
import java.util.Locale;

/**
 * What a contender's program does, in any language.
 *
 * @param who the contender
 * @param url the server
 * @param authority the file with the certificate to trust
 * @param control the port of the server's control
 * @param pods how many pods there are
 * @param fields what happens to managed fields
 * @param windowMillis how long a window of the flood of changes is; 0 if only memory is looked at
 * @param trickle how many changes come one by one
 */
record Plan(
        String who, String url, String authority, int control, int pods, Fields fields, int windowMillis, int trickle) {
    /** What happens to managed fields. */
    enum Fields {
        /** What the library does by itself. */
        AS_IS,
        DROPPED,
        KEPT
    }

    Plan with(String who, Fields fields) {
        return new Plan(who, url, authority, control, pods, fields, windowMillis, trickle);
    }

    Plan withWindowMillis(int windowMillis) {
        return new Plan(who, url, authority, control, pods, fields, windowMillis, trickle);
    }

    List<String> arguments() {
        return List.of(
                who,
                url,
                authority,
                Integer.toString(control),
                Integer.toString(pods),
                fields.name().toLowerCase(Locale.ROOT),
                Integer.toString(windowMillis),
                Integer.toString(trickle));
    }

    static Plan parse(List<String> arguments) {
        return new Plan(
                arguments.get(0),
                arguments.get(1),
                arguments.get(2),
                Integer.parseInt(arguments.get(3)),
                Integer.parseInt(arguments.get(4)),
                Fields.valueOf(arguments.get(5).toUpperCase(Locale.ROOT)),
                Integer.parseInt(arguments.get(6)),
                Integer.parseInt(arguments.get(7)));
    }
}
