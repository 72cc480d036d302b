package dev.konverge.apiserver.negotiate;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A form in which objects travel. */
public enum MediaType {
    /** JSON in UTF-8. */
    JSON("json"),
    /** YAML in UTF-8. */
    YAML("yaml"),
    /** Kubernetes' protobuf: the envelope with the magic bytes. */
    PROTOBUF("vnd.kubernetes.protobuf");

    /** All of them, in the order in which the server prefers and lists them. */
    static final List<MediaType> ALL = List.of(values());

    private final String subtype;

    MediaType(String subtype) {
        this.subtype = subtype;
    }

    /** {@return the value of a Content-Type header, such as {@code application/json}} */
    public String text() {
        return "application/" + subtype;
    }

    /** {@return the Content-Type of a watch in this form} */
    public String streamText() {
        return this == JSON ? text() : text() + ";stream=watch";
    }

    String subtype() {
        return subtype;
    }

    /**
     * {@return the form that a Content-Type header names, JSON if there is none; parameters are ignored}
     *
     * @param contentType the header, or null
     */
    static Optional<MediaType> ofContentType(@Nullable String contentType) {
        if (contentType == null || contentType.isBlank()) {
            return Optional.of(JSON);
        }
        int end = contentType.indexOf(';');
        String name =
                (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        return ALL.stream().filter(type -> type.text().equals(name)).findFirst();
    }
}
