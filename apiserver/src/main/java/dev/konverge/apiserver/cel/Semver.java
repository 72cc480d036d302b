package dev.konverge.apiserver.cel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version as in Semantic Versioning 2.0.0; what comes behind a plus sign does not count.
 *
 * @param preRelease what is behind a hyphen, in its parts
 */
record Semver(long major, long minor, long patch, List<String> preRelease) implements Comparable<Semver> {
    private static final Pattern SYNTAX =
            Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)(?:-([0-9A-Za-z.-]*))?(?:\\+([0-9A-Za-z.-]*))?");
    private static final int LONGEST_NUMBER = 18;

    Semver {
        preRelease = List.copyOf(preRelease);
    }

    static final Map<String, Operation> ALL = Map.of(
            "semver", a -> parse(text(a)),
            "isSemver", a -> isSemver(text(a)),
            "major", a -> Operation.as(Semver.class, a.get(0)).major(),
            "minor", a -> Operation.as(Semver.class, a.get(0)).minor(),
            "patch", a -> Operation.as(Semver.class, a.get(0)).patch());

    private static String text(List<Object> a) {
        String text = Operation.text(a, 0);
        return a.size() > 1 && Operation.as(Boolean.class, a.get(1)) ? normalized(text) : text;
    }

    private static boolean isSemver(String text) {
        try {
            return parse(text).major() >= 0;
        } catch (CelFailure malformed) {
            return false;
        }
    }

    static Semver parse(String text) {
        if (text.isEmpty()) {
            throw new CelFailure("Version string empty");
        }
        if (text.split("\\.", 3).length != 3) {
            throw new CelFailure("No Major.Minor.Patch elements found");
        }
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            throw new CelFailure("Invalid character(s) found in version " + Texts.quoted(text));
        }
        String before = matcher.group(4);
        List<String> parts = before == null ? List.of() : List.of(before.split("\\.", -1));
        for (String part : parts) {
            if (part.isEmpty()) {
                throw new CelFailure("Prerelease is empty");
            }
            if (isNumber(part)) {
                number(part, "Numeric PreRelease version must not contain leading zeroes " + Texts.quoted(part));
            }
        }
        return new Semver(part(matcher, 1, "Major"), part(matcher, 2, "Minor"), part(matcher, 3, "Patch"), parts);
    }

    private static long part(Matcher matcher, int group, String name) {
        String digits = matcher.group(group);
        return number(digits, name + " number must not contain leading zeroes " + Texts.quoted(digits));
    }

    private static long number(String digits, String complaint) {
        if (digits.length() > 1 && digits.startsWith("0")) {
            throw new CelFailure(complaint);
        }
        if (digits.length() > LONGEST_NUMBER) {
            throw new CelFailure("strconv.ParseUint: parsing " + Texts.quoted(digits) + ": value out of range");
        }
        return Long.parseLong(digits);
    }

    /** Takes away a leading v and leading zeroes, and adds what is missing. */
    private static String normalized(String text) {
        List<String> parts = new ArrayList<>();
        for (String part : (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3)) {
            String trimmed = part.length() > 1 ? part.replaceFirst("^0+", "") : part;
            boolean bare = part.length() > 1 && (trimmed.isEmpty() || !Character.isDigit(trimmed.charAt(0)));
            parts.add(bare ? "0" + trimmed : trimmed);
        }
        if (parts.size() < 3 && parts.getLast().matches(".*[+-].*")) {
            throw new CelFailure("short version cannot contain PreRelease/Build meta data");
        }
        while (parts.size() < 3) {
            parts.add("0");
        }
        return String.join(".", parts);
    }

    private static boolean isNumber(String part) {
        return part.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    @Override
    public int compareTo(Semver other) {
        int numbers = Long.compare(major, other.major);
        numbers = numbers != 0 ? numbers : Long.compare(minor, other.minor);
        numbers = numbers != 0 ? numbers : Long.compare(patch, other.patch);
        if (numbers != 0) {
            return numbers;
        }
        if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
            // What is not yet released comes before what is.
            return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
        }
        for (int i = 0; i < Math.min(preRelease.size(), other.preRelease.size()); i++) {
            int order = compare(preRelease.get(i), other.preRelease.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(preRelease.size(), other.preRelease.size());
    }

    private static int compare(String left, String right) {
        boolean leftNumber = isNumber(left);
        if (leftNumber && isNumber(right)) {
            return Long.compare(Long.parseLong(left), Long.parseLong(right));
        }
        if (leftNumber != isNumber(right)) {
            return leftNumber ? -1 : 1;
        }
        return Integer.signum(left.compareTo(right));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Semver version && compareTo(version) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(major * 31 + minor * 17 + patch);
    }
}
