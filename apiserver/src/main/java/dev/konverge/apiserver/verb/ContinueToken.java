package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.util.Base64;

/**
 * Where a list goes on.
 *
 * @param revision the revision of the first page, or -1 for whatever is current
 * @param start the key from which to go on, relative to what is listed
 */
record ContinueToken(long revision, String start) {
    /** The revision of a token that goes on at the present, since its past is forgotten. */
    static final long CURRENT = -1;

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private static final String VERSION = "meta.k8s.io/v1";

    /** {@return the token behind a key} */
    static ContinueToken after(String relativeKey, long revision) {
        return new ContinueToken(revision, relativeKey + '\0');
    }

    /** {@return its text} */
    String encode() {
        byte[] json = Tree.of("v", VERSION, "rv", revision, "start", start).toBytes();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    }

    /**
     * {@return the token that a text stands for}
     *
     * @throws StatusException 400 if it stands for none
     */
    static ContinueToken decode(String text) {
        Json.Obj token = parse(text);
        String version = Tree.text(token, "v");
        if (!version.equals(VERSION)) {
            throw invalid(": server does not recognize this encoded version " + version);
        }
        long revision = Tree.number(token, "rv");
        if (revision == 0) {
            throw invalid(": incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
        }
        String start = Tree.text(token, "start");
        if (start.isEmpty()) {
            throw invalid(": encoded start key empty (version meta.k8s.io/v1)");
        }
        String key = start.startsWith("/") ? start.substring(1) : start;
        for (String part : key.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                throw invalid(": " + start);
            }
        }
        return new ContinueToken(revision, key);
    }

    private static Json.Obj parse(String text) {
        byte[] json;
        try {
            json = Base64.getUrlDecoder().decode(unpadded(text));
        } catch (IllegalArgumentException e) {
            throw invalid(": illegal base64 data at input byte " + firstIllegal(text));
        }
        try {
            if (Json.parse(json) instanceof Json.Obj object) {
                return object;
            }
            throw invalid(": json: cannot unmarshal into Go value of type storage.continueToken");
        } catch (DecodeException e) {
            throw invalid(": " + problem(json));
        }
    }

    /** Tokens have no padding, and one that has is broken. */
    private static String unpadded(String text) {
        if (text.indexOf('=') >= 0) {
            throw new IllegalArgumentException("padding");
        }
        return text;
    }

    private static String problem(byte[] json) {
        int first = json.length == 0 ? 0 : json[0] & 0xFF;
        return "{[\"-0123456789tfn".indexOf(first) >= 0
                ? "unexpected end of JSON input"
                : "invalid character '" + (char) first + "' looking for beginning of value";
    }

    private static int firstIllegal(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (ALPHABET.indexOf(text.charAt(i)) < 0) {
                return i;
            }
        }
        // All letters are fine, but the last of them stands alone.
        return text.length() - text.length() % 4;
    }

    private static StatusException invalid(String why) {
        return Failures.badRequest("invalid continue token: continue key is not valid" + why);
    }
}
