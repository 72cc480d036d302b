package dev.konverge.apiserver.crd;

/** The forms of network addresses as Go reads them. */
final class Addresses {
    private Addresses() {}

    static boolean isIpv4(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return false;
        }
        for (String part : parts) {
            if (!part.matches("[0-9]{1,3}")
                    || Integer.parseInt(part) > 255
                    || (part.length() > 1 && part.startsWith("0"))) {
                return false;
            }
        }
        return true;
    }

    static boolean isIpv6(String text) {
        if (!text.contains(":")) {
            return false;
        }
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text, true) == 8;
        }
        if (text.indexOf("::", gap + 1) >= 0) {
            return false;
        }
        int before = groups(text.substring(0, gap), false);
        int after = groups(text.substring(gap + 2), true);
        return before >= 0 && after >= 0 && before + after < 8;
    }

    /** {@return how many groups of 16 bits there are, negative if something else is there} */
    private static int groups(String text, boolean mayEndInIpv4) {
        if (text.isEmpty()) {
            return 0;
        }
        String[] parts = text.split(":", -1);
        int count = 0;
        for (int i = 0; i < parts.length; i++) {
            if (mayEndInIpv4 && i == parts.length - 1 && parts[i].contains(".")) {
                if (!isIpv4(parts[i])) {
                    return -100;
                }
                count += 2;
            } else if (parts[i].matches("[0-9a-fA-F]{1,4}")) {
                count++;
            } else {
                return -100;
            }
        }
        return count;
    }

    static boolean isCidr(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("[0-9]{1,3}")) {
            return false;
        }
        String address = text.substring(0, slash);
        String bits = text.substring(slash + 1);
        int length = Integer.parseInt(bits);
        boolean canonical = bits.equals(Integer.toString(length));
        return canonical && (isIpv4(address) ? length <= 32 : isIpv6(address) && length <= 128);
    }
}
