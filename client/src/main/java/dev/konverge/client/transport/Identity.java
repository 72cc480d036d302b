package dev.konverge.client.transport;

import dev.konverge.client.config.Impersonation;
import dev.konverge.client.http.HeaderFields;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The headers that say as whom a request acts (TR-7). */
final class Identity {
    private Identity() {}

    static void impersonate(HeaderFields.Builder request, Headers own, @Nullable Impersonation as) {
        if (as == null || own.first("Impersonate-User").isPresent()) {
            return;
        }
        request.add("Impersonate-User", as.user());
        if (!as.uid().isEmpty()) {
            request.add("Impersonate-Uid", as.uid());
        }
        as.groups().forEach(group -> request.add("Impersonate-Group", group));
        for (Map.Entry<String, java.util.List<String>> extra : as.extra().entrySet()) {
            String name = "Impersonate-Extra-" + escape(extra.getKey());
            extra.getValue().forEach(value -> request.add(name, value));
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
