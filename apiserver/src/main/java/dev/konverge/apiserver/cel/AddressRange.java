package dev.konverge.apiserver.cel;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A range of IP addresses in CIDR notation.
 *
 * @param address an address in it
 * @param prefix how many bits all of them have in common
 */
record AddressRange(Address address, int prefix) {
    static final Map<String, Operation> ALL = Map.ofEntries(
            Map.entry(
                    "ip",
                    a -> a.get(0) instanceof AddressRange range
                            ? range.address()
                            : Address.parse(Operation.text(a, 0))),
            Map.entry("isIP", a -> isAddress(Operation.text(a, 0))),
            Map.entry(
                    "ip.isCanonical",
                    a -> Address.parse(Operation.text(a, 0)).toString().equals(a.get(0))),
            Map.entry(
                    "family", a -> (long) Operation.as(Address.class, a.get(0)).family()),
            Map.entry("isUnspecified", is(Address::isUnspecified)),
            Map.entry("isLoopback", is(Address::isLoopback)),
            Map.entry("isLinkLocalMulticast", is(Address::isLinkLocalMulticast)),
            Map.entry("isLinkLocalUnicast", is(Address::isLinkLocalUnicast)),
            Map.entry("isGlobalUnicast", is(Address::isGlobalUnicast)),
            Map.entry("cidr", a -> parse(Operation.text(a, 0))),
            Map.entry("isCIDR", a -> isRange(Operation.text(a, 0))),
            Map.entry("containsIP", a -> range(a).contains(address(a.get(1)))),
            Map.entry("containsCIDR", a -> range(a).contains(range(a.get(1)))),
            Map.entry("prefixLength", a -> (long) range(a).prefix()),
            Map.entry("masked", a -> range(a).masked()));

    private static Operation is(Predicate<Address> test) {
        return a -> test.test(Operation.as(Address.class, a.get(0)));
    }

    private static AddressRange range(List<Object> a) {
        return Operation.as(AddressRange.class, a.get(0));
    }

    private static AddressRange range(Object value) {
        return value instanceof String text ? parse(text) : Operation.as(AddressRange.class, value);
    }

    /** A text that is no address is, to Kubernetes, an argument of the wrong type. */
    private static Address address(Object value) {
        if (value instanceof String text) {
            return isAddress(text) ? Address.parse(text) : Operation.as(Address.class, value);
        }
        return Operation.as(Address.class, value);
    }

    private static boolean isAddress(String text) {
        try {
            return Address.parse(text).size() > 0;
        } catch (CelFailure malformed) {
            return false;
        }
    }

    private static boolean isRange(String text) {
        try {
            return parse(text).prefix() >= 0;
        } catch (CelFailure malformed) {
            return false;
        }
    }

    static AddressRange parse(String text) {
        String start = "network address parse error during conversion from string: ";
        int slash = text.lastIndexOf('/');
        if (slash < 0) {
            throw new CelFailure(start + start + "netip.ParsePrefix(" + Texts.quoted(text) + "): no '/'");
        }
        Address address;
        try {
            address = Address.parse(text.substring(0, slash));
        } catch (CelFailure malformed) {
            String mapped = "IPv4-mapped IPv6 address " + Texts.quoted(text) + " is not allowed";
            throw new CelFailure(
                    malformed.text().startsWith("IPv4-mapped")
                            ? start + mapped
                            : start + start + "netip.ParsePrefix(" + Texts.quoted(text) + "): ParseAddr("
                                    + Texts.quoted(text.substring(0, slash)) + "): unable to parse IP");
        }
        String bits = text.substring(slash + 1);
        if (!bits.matches("0|[1-9]\\d{0,2}") || Integer.parseInt(bits) > address.bits()) {
            String why = bits.matches("0|[1-9]\\d*")
                    ? "prefix length out of range"
                    : "bad bits after slash: " + Texts.quoted(bits);
            throw new CelFailure(start + start + "netip.ParsePrefix(" + Texts.quoted(text) + "): " + why);
        }
        return new AddressRange(address, Integer.parseInt(bits));
    }

    int size() {
        return (prefix + 7) / 8;
    }

    AddressRange masked() {
        return new AddressRange(address.masked(prefix), prefix);
    }

    boolean contains(Address other) {
        return address.family() == other.family() && address.masked(prefix).equals(other.masked(prefix));
    }

    boolean contains(AddressRange other) {
        return prefix <= other.prefix && contains(other.address);
    }

    @Override
    public String toString() {
        return address + "/" + prefix;
    }
}
