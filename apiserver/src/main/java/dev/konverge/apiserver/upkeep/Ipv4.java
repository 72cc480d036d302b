package dev.konverge.apiserver.upkeep;

/** Addresses of version 4 as numbers. */
final class Ipv4 {
    /** What no address is. */
    static final long NONE = -1;

    private Ipv4() {}

    /** {@return the number of an address in dotted form, or {@link #NONE} if it is not one} */
    static long parse(String address) {
        String[] parts = address.split("\\.", -1);
        if (parts.length != 4) {
            return NONE;
        }
        long number = 0;
        for (String part : parts) {
            if (!part.matches("\\d{1,3}") || Integer.parseInt(part) > 255) {
                return NONE;
            }
            number = number << 8 | Integer.parseInt(part);
        }
        return number;
    }

    /** {@return an address in dotted form} */
    static String format(long number) {
        return (number >> 24) + "." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
    }
}
