package dev.konverge.client.testing;

import java.util.List;

/**
 * The head of a request as it came over HTTP/2.
 *
 * @param stream its stream
 * @param fields its header fields in their order
 */
public record Http2Request(int stream, List<Field> fields) {
    /** A header field. */
    public record Field(String name, String value) {}

    /** {@return the values of a field, by its exact name} */
    public List<String> all(String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .map(Field::value)
                .toList();
    }

    /** {@return the path and query asked for} */
    public String path() {
        return String.join(" and ", all(":path"));
    }
}
