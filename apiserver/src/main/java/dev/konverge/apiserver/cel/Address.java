package dev.konverge.apiserver.cel;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** An IP address. */
final class Address {
    private static final int V4 = 4;
    private static final int V6 = 16;

    private final byte[] bytes;

    Address(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /**
     * {@return the address that a text names}
     *
     * @throws CelFailure if it names none that is allowed
     */
    static Address parse(String text) {
        byte[] bytes = text.indexOf(':') >= 0 ? v6(text) : v4(text);
        if (bytes.length == 0) {
            throw new CelFailure(
                    "IP Address " + Texts.quoted(text) + " parse error during conversion from string: ParseAddr("
                            + Texts.quoted(text) + "): unable to parse IP");
        }
        if (text.indexOf('%') >= 0) {
            throw new CelFailure("IP address " + Texts.quoted(text) + " with zone value is not allowed");
        }
        if (isMapped(bytes)) {
            throw new CelFailure("IPv4-mapped IPv6 address " + Texts.quoted(text) + " is not allowed");
        }
        return new Address(bytes);
    }

    private static boolean isMapped(byte[] bytes) {
        if (bytes.length != V6 || bytes[10] != -1 || bytes[11] != -1) {
            return false;
        }
        for (int i = 0; i < 10; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private static byte[] v4(String text) {
        String[] parts = text.split("\\.", -1);
        byte[] bytes = new byte[V4];
        if (parts.length != V4) {
            return new byte[0];
        }
        for (int i = 0; i < V4; i++) {
            if (!parts[i].matches("0|[1-9]\\d{0,2}") || Integer.parseInt(parts[i]) > 255) {
                return new byte[0];
            }
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return bytes;
    }

    private static byte[] v6(String text) {
        int zone = text.indexOf('%');
        String bare = zone < 0 ? text : text.substring(0, zone);
        int gap = bare.indexOf("::");
        if (gap >= 0 && bare.indexOf("::", gap + 1) >= 0) {
            return new byte[0];
        }
        List<Integer> front = new ArrayList<>();
        List<Integer> back = new ArrayList<>();
        boolean valid = groups(gap < 0 ? bare : bare.substring(0, gap), front, gap < 0)
                && (gap < 0 || groups(bare.substring(gap + 2), back, true));
        int count = front.size() + back.size();
        if (!valid || (gap < 0 ? count != 8 : count > 7)) {
            return new byte[0];
        }
        byte[] bytes = new byte[V6];
        for (int i = 0; i < front.size(); i++) {
            put(bytes, i, front.get(i));
        }
        for (int i = 0; i < back.size(); i++) {
            put(bytes, 8 - back.size() + i, back.get(i));
        }
        return bytes;
    }

    private static void put(byte[] bytes, int group, int value) {
        bytes[2 * group] = (byte) (value >> 8);
        bytes[2 * group + 1] = (byte) value;
    }

    private static boolean groups(String text, List<Integer> out, boolean last) {
        if (text.isEmpty()) {
            return true;
        }
        String[] parts = text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            if (last && i == parts.length - 1 && parts[i].indexOf('.') >= 0) {
                byte[] v4 = v4(parts[i]);
                if (v4.length == 0) {
                    return false;
                }
                out.add((v4[0] & 0xff) << 8 | (v4[1] & 0xff));
                out.add((v4[2] & 0xff) << 8 | (v4[3] & 0xff));
            } else if (parts[i].matches("[0-9a-fA-F]{1,4}")) {
                out.add(Integer.parseInt(parts[i], 16));
            } else {
                return false;
            }
        }
        return true;
    }

    int family() {
        return bytes.length == V4 ? 4 : 6;
    }

    int bits() {
        return bytes.length * 8;
    }

    /** {@return how long it counts to be} */
    int size() {
        return bytes.length;
    }

    Address masked(int prefix) {
        byte[] kept = bytes.clone();
        for (int bit = prefix; bit < bits(); bit++) {
            kept[bit / 8] &= (byte) ~(0x80 >> bit % 8);
        }
        return new Address(kept);
    }

    boolean isUnspecified() {
        return inet().isAnyLocalAddress();
    }

    boolean isLoopback() {
        return inet().isLoopbackAddress();
    }

    boolean isLinkLocalUnicast() {
        return inet().isLinkLocalAddress();
    }

    boolean isLinkLocalMulticast() {
        return bytes.length == V4
                ? bytes[0] == (byte) 224 && bytes[1] == 0 && bytes[2] == 0
                : bytes[0] == -1 && (bytes[1] & 0x0f) == 2;
    }

    boolean isGlobalUnicast() {
        boolean broadcast = bytes.length == V4 && Arrays.equals(bytes, new byte[] {-1, -1, -1, -1});
        InetAddress inet = inet();
        return !broadcast
                && !inet.isAnyLocalAddress()
                && !inet.isLoopbackAddress()
                && !inet.isMulticastAddress()
                && !inet.isLinkLocalAddress();
    }

    private InetAddress inet() {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", impossible);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Address address && Arrays.equals(bytes, address.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** {@return the one canonical way to write it} */
    @Override
    public String toString() {
        if (bytes.length == V4) {
            return (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + "." + (bytes[3] & 0xff);
        }
        int[] groups = new int[8];
        for (int i = 0; i < 8; i++) {
            groups[i] = (bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff);
        }
        int start = -1;
        int length = 1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && groups[end] == 0) {
                end++;
            }
            if (end - i > length) {
                start = i;
                length = end - i;
            }
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == start) {
                out.append("::");
                i += length - 1;
            } else {
                out.append(out.isEmpty() || out.charAt(out.length() - 1) == ':' ? "" : ":");
                out.append(Integer.toHexString(groups[i]).toLowerCase(Locale.ROOT));
            }
        }
        return out.toString();
    }
}
