package dev.konverge.client.transport;

import dev.konverge.client.config.Impersonation;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/** The headers that say as whom a request acts (TR-7). */
final class Identity {
    private Identity() {}

    static void impersonate(Request.Builder request, Headers own, @Nullable Impersonation as) {
        if (as == null || own.first("Impersonate-User").isPresent()) {
            return;
        }
        request.header("Impersonate-User", as.user());
        if (!as.uid().isEmpty()) {
            request.header("Impersonate-Uid", as.uid());
        }
        as.groups().forEach(group -> request.addHeader("Impersonate-Group", group));
        for (Map.Entry<String, java.util.List<String>> extra : as.extra().entrySet()) {
            String name = "Impersonate-Extra-" + escape(extra.getKey());
            extra.getValue().forEach(value -> request.addHeader(name, value));
        }
    }

    /** {@return a key as part of a header's name: what may not stand there is written in percent form} */
    static String escape(String key) {
        StringBuilder name = new StringBuilder();
        for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || "!#$&'*+-.^_`|~".indexOf(c) >= 0)) {
                name.append(c);
            } else {
                name.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            }
        }
        return name.toString();
    }
}
