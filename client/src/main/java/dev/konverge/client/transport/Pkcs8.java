package dev.konverge.client.transport;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Wraps private keys of older forms into PKCS#8, the only one that Java reads. */
final class Pkcs8 {
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final int CURVE_TAG = 0xa0;
    private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};
    /** The algorithm rsaEncryption (1.2.840.113549.1.1.1), with its NULL. */
    private static final byte[] RSA = {
        0x30, 0x0d, 0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00
    };
    /** The algorithm ecPublicKey (1.2.840.10045.2.1). */
    private static final byte[] ELLIPTIC = {0x06, 0x07, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x02, 0x01};

    private Pkcs8() {}

    /** {@return a key of PKCS#1, wrapped} */
    static byte[] ofRsa(byte[] pkcs1) {
        return der(SEQUENCE, VERSION_0, RSA, der(OCTETS, pkcs1));
    }

    /**
     * {@return a key of SEC1, wrapped}
     *
     * @param curve which curve, if that was said outside of the key
     * @throws IllegalArgumentException if the key does not say which curve it is for, and neither does anybody else
     */
    static byte[] ofElliptic(byte[] sec1, byte @Nullable [] curve) {
        byte[] inside = curveOf(sec1);
        byte[] named = inside == null ? curve : inside;
        if (named == null) {
            throw new IllegalArgumentException("it does not name its curve");
        }
        return der(SEQUENCE, VERSION_0, der(SEQUENCE, ELLIPTIC, named), der(OCTETS, sec1));
    }

    private static byte @Nullable [] curveOf(byte[] sec1) {
        try {
            int at = contentOf(sec1, 0);
            while (at < sec1.length) {
                int begin = contentOf(sec1, at);
                int end = begin + lengthOf(sec1, at);
                if ((sec1[at] & 0xff) == CURVE_TAG) {
                    return Arrays.copyOfRange(sec1, begin, end);
                }
                at = end;
            }
            return null;
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("it ends too early", e);
        }
    }

    private static int lengthOf(byte[] der, int at) {
        int first = der[at + 1] & 0xff;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 0; i < (first & 0x7f); i++) {
            length = (length << 8) | (der[at + 2 + i] & 0xff);
        }
        if (length < 0 || length > der.length) {
            throw new IllegalArgumentException("it says to be longer than it is");
        }
        return length;
    }

    private static int contentOf(byte[] der, int at) {
        int first = der[at + 1] & 0xff;
        return at + 2 + (first < 0x80 ? 0 : first & 0x7f);
    }

    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = content.size();
        if (length >= 0x10000) {
            out.write(0x83);
            out.write(length >> 16);
            out.write(length >> 8);
        } else if (length >= 0x100) {
            out.write(0x82);
            out.write(length >> 8);
        } else if (length >= 0x80) {
            out.write(0x81);
        }
        out.write(length);
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }
}
