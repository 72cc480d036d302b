package dev.konverge.apiserver.catalog;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order of version names in Kubernetes: stable before beta before alpha, each the highest first, and names of no known
 * form last, in alphabetical order.
 */
public final class VersionOrder implements Comparator<String> {
    /** The one order. */
    public static final Comparator<String> PREFERRED_FIRST = new VersionOrder();

    private static final Pattern FORM = Pattern.compile("v([1-9][0-9]{0,9})(?:(alpha|beta)([1-9][0-9]{0,9}))?");

    private VersionOrder() {}

    @Override
    public int compare(String left, String right) {
        Matcher a = FORM.matcher(left);
        Matcher b = FORM.matcher(right);
        boolean known = a.matches();
        if (known != b.matches()) {
            return known ? -1 : 1;
        }
        if (!known) {
            return left.compareTo(right);
        }
        int byStability = Integer.compare(stability(b), stability(a));
        if (byStability != 0) {
            return byStability;
        }
        int byMajor = Long.compare(Long.parseLong(b.group(1)), Long.parseLong(a.group(1)));
        return byMajor != 0 ? byMajor : Long.compare(minor(b), minor(a));
    }

    private static int stability(Matcher version) {
        String stage = version.group(2);
        return stage == null ? 2 : stage.equals("beta") ? 1 : 0;
    }

    private static long minor(Matcher version) {
        String minor = version.group(3);
        return minor == null ? 0 : Long.parseLong(minor);
    }
}
