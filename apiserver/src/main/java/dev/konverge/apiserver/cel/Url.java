package dev.konverge.apiserver.cel;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An absolute URL or path, in its parts.
 *
 * @param host with the port, if it has one
 * @param path as it is written
 * @param query as it is written, without the question mark
 */
record Url(String text, String scheme, String host, String path, String query) {
    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*):(.*)", Pattern.DOTALL);
    private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9a-fA-F]{2}).{0,2}");
    private static final Pattern BAD_PORT = Pattern.compile("(:[^\\]:]*[^\\]:0-9][^\\]:]*)$");
    private static final Pattern BAD_HOST = Pattern.compile("[ \"<>\\\\^`{|}]");
    private static final String IN_PATH = "$&+,/:;=@-_.~!'()*%";

    static final Map<String, Operation> ALL = Map.of(
            "url", a -> parse(Operation.text(a, 0)),
            "isURL", a -> isUrl(Operation.text(a, 0)),
            "getScheme", a -> url(a).scheme(),
            "getHost", a -> url(a).host(),
            "getHostname", a -> url(a).hostName(),
            "getPort", a -> url(a).port(),
            "getEscapedPath", a -> url(a).escapedPath(),
            "getQuery", a -> url(a).queryValues());

    private static Url url(List<Object> a) {
        return Operation.as(Url.class, a.get(0));
    }

    private static boolean isUrl(String text) {
        try {
            return !parse(text).text().isEmpty();
        } catch (CelFailure malformed) {
            return false;
        }
    }

    private static CelFailure malformed(String text, String why) {
        return new CelFailure(
                "URL parse error during conversion from string: parse " + Texts.quoted(text) + ": " + why);
    }

    static Url parse(String text) {
        if (text.isEmpty()) {
            throw malformed(text, "empty url");
        }
        if (text.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
            throw malformed(text, "net/url: invalid control character in URL");
        }
        Matcher scheme = SCHEME.matcher(text);
        String rest = scheme.matches() ? scheme.group(2) : text;
        String name = scheme.matches() ? scheme.group(1) : "";
        if (text.startsWith(":")) {
            throw malformed(text, "missing protocol scheme");
        }
        if (name.isEmpty() && !rest.startsWith("/")) {
            throw malformed(text, "invalid URI for request");
        }
        int fragment = rest.indexOf('#');
        rest = fragment < 0 ? rest : rest.substring(0, fragment);
        int mark = rest.indexOf('?');
        String query = mark < 0 ? "" : rest.substring(mark + 1);
        rest = mark < 0 ? rest : rest.substring(0, mark);
        String host = "";
        if (rest.startsWith("//") && !name.isEmpty()) {
            int slash = rest.indexOf('/', 2);
            host = host(text, slash < 0 ? rest.substring(2) : rest.substring(2, slash));
            rest = slash < 0 ? "" : rest.substring(slash);
        }
        escapes(text, rest);
        return new Url(text, name.toLowerCase(Locale.ROOT), host, rest.startsWith("/") ? rest : "", query);
    }

    private static String host(String text, String authority) {
        String host = authority.substring(authority.lastIndexOf('@') + 1);
        Matcher port = BAD_PORT.matcher(host);
        if (port.find()) {
            throw malformed(text, "invalid port " + Texts.quoted(port.group(1)) + " after host");
        }
        Matcher bad = BAD_HOST.matcher(host);
        if (bad.find()) {
            throw malformed(text, "invalid character " + Texts.quoted(bad.group()) + " in host name");
        }
        if (host.startsWith("[") && host.indexOf(']') < 0) {
            throw malformed(text, "missing ']' in host");
        }
        return host;
    }

    private static void escapes(String text, String path) {
        Matcher bad = BAD_ESCAPE.matcher(path);
        if (bad.find()) {
            throw malformed(text, "invalid URL escape " + Texts.quoted(bad.group()));
        }
    }

    private int portPlace() {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? colon : -1;
    }

    private String hostName() {
        String name = portPlace() < 0 ? host : host.substring(0, portPlace());
        return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
    }

    private String port() {
        return portPlace() < 0 ? "" : host.substring(portPlace() + 1);
    }

    private String escapedPath() {
        StringBuilder out = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || IN_PATH.indexOf(c) >= 0);
            out.append(plain ? Character.toString(c) : "%%%02X".formatted((int) c));
        }
        return out.toString();
    }

    private MapValue queryValues() {
        Map<Object, Object> values = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (pair.isEmpty() || BAD_ESCAPE.matcher(pair).find() || pair.indexOf(';') >= 0) {
                continue;
            }
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            List<Object> all = new ArrayList<>(values.get(name) instanceof List<?> before ? before : List.of());
            all.add(value);
            values.put(name, all);
        }
        return MapValue.of(values);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Url url && text.equals(url.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
