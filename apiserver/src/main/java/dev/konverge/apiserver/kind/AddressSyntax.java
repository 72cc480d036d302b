package dev.konverge.apiserver.kind;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** What addresses may look like, in Kubernetes' words; no name is ever looked up. */
final class AddressSyntax {
    private static final String NO_ADDRESS = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
    private static final String NO_RANGE = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";
    private static final Pattern V4 =
            Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)");
    private static final Pattern GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");

    private AddressSyntax() {}

    /** {@return what is wrong with an address} */
    static List<String> address(String text) {
        return isV4(text) || isV6(text) ? List.of() : List.of(NO_ADDRESS);
    }

    /** {@return what is wrong with a range of addresses} */
    static List<String> range(String text) {
        return bits(text).isPresent() ? List.of() : List.of(NO_RANGE);
    }

    /** {@return how many bits all addresses of a range have in common, if it is one} */
    static OptionalInt bits(String range) {
        int slash = range.indexOf('/');
        String bits = slash < 0 ? "" : range.substring(slash + 1);
        if (!bits.matches("0|[1-9]\\d{0,2}")) {
            return OptionalInt.empty();
        }
        String address = range.substring(0, slash);
        int most = isV4(address) ? 32 : isV6(address) ? 128 : -1;
        int found = Integer.parseInt(bits);
        return found <= most ? OptionalInt.of(found) : OptionalInt.empty();
    }

    static boolean isV4(String text) {
        return V4.matcher(text).matches();
    }

    static boolean isV6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text).filter(count -> count == 8).isPresent();
        }
        Optional<Integer> before = groups(text.substring(0, gap));
        Optional<Integer> after = groups(text.substring(gap + 2));
        return before.isPresent() && after.isPresent() && before.get() + after.get() < 8;
    }

    /** {@return how many groups of sixteen bits a part of an address has, if it is one} */
    private static Optional<Integer> groups(String part) {
        if (part.isEmpty()) {
            return Optional.of(0);
        }
        String[] groups = part.split(":", -1);
        int count = 0;
        for (int i = 0; i < groups.length; i++) {
            boolean last = i == groups.length - 1;
            if (GROUP.matcher(groups[i]).matches()) {
                count++;
            } else if (last && isV4(groups[i])) {
                count += 2;
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(count);
    }
}
