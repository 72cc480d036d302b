package dev.konverge.client;

import dev.konverge.client.config.WarningHandler;
import java.util.List;

/**
 * Reads the texts of {@code Warning} headers: {@code 299 agent "text"}, several to a header, quotes escaped (RFC 7234).
 * Only code 299 counts (RC-22); what is not well-formed ends the header.
 */
final class WarningHeader {
    private final String header;
    private int at;

    private WarningHeader(String header) {
        this.header = header;
    }

    /** Tells a handler of all warnings in the headers. */
    static void tell(List<String> headers, WarningHandler handler) {
        for (String header : headers) {
            new WarningHeader(header).read(handler);
        }
    }

    private void read(WarningHandler handler) {
        while (at < header.length()) {
            skip(' ', '\t', ',');
            String code = word();
            skip(' ', '\t');
            String agent = word();
            skip(' ', '\t');
            if (agent.isEmpty() || at >= header.length() || header.charAt(at) != '"') {
                return;
            }
            String text = quoted();
            if (code.equals("299") && !text.isEmpty()) {
                handler.warning(299, agent, text);
            }
            skip(' ', '\t');
            if (at < header.length() && header.charAt(at) == '"') {
                // The date of the warning.
                quoted();
            }
        }
    }

    private void skip(char... skipped) {
        while (at < header.length() && new String(skipped).indexOf(header.charAt(at)) >= 0) {
            at++;
        }
    }

    private String word() {
        int from = at;
        while (at < header.length() && " \t,\"".indexOf(header.charAt(at)) < 0) {
            at++;
        }
        return header.substring(from, at);
    }

    private String quoted() {
        StringBuilder text = new StringBuilder();
        for (at++; at < header.length() && header.charAt(at) != '"'; at++) {
            if (header.charAt(at) == '\\' && at + 1 < header.length()) {
                at++;
            }
            char c = header.charAt(at);
            text.append(Character.isISOControl(c) ? ' ' : c);
        }
        at++;
        return text.toString();
    }
}
