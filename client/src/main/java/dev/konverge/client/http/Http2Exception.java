package dev.konverge.client.http;

import java.net.ProtocolException;

/** The other side broke the rules of HTTP/2, which ends the connection. */
final class Http2Exception extends ProtocolException {
    static final int NO_ERROR = 0;
    static final int PROTOCOL_ERROR = 1;
    static final int FLOW_CONTROL_ERROR = 3;
    static final int FRAME_SIZE_ERROR = 6;
    static final int REFUSED_STREAM = 7;
    static final int CANCEL = 8;
    static final int COMPRESSION_ERROR = 9;
    static final int ENHANCE_YOUR_CALM = 11;

    private static final long serialVersionUID = 1L;
    private static final String[] NAMES = {
        "NO_ERROR",
        "PROTOCOL_ERROR",
        "INTERNAL_ERROR",
        "FLOW_CONTROL_ERROR",
        "SETTINGS_TIMEOUT",
        "STREAM_CLOSED",
        "FRAME_SIZE_ERROR",
        "REFUSED_STREAM",
        "CANCEL",
        "COMPRESSION_ERROR",
        "CONNECT_ERROR",
        "ENHANCE_YOUR_CALM",
        "INADEQUATE_SECURITY",
        "HTTP_1_1_REQUIRED",
    };

    private final int code;

    Http2Exception(int code, String message) {
        super(message);
        this.code = code;
    }

    /** {@return what the other side is told} */
    int code() {
        return code;
    }

    /** {@return how a code is called} */
    static String name(int code) {
        return code >= 0 && code < NAMES.length ? NAMES[code] : "error " + Integer.toUnsignedString(code);
    }
}
