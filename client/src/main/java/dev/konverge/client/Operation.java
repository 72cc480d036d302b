package dev.konverge.client;

/**
 * What was asked of a server, for people to read: {@code get pods "default/web"}.
 *
 * <p>It holds no query and no header, so nothing secret.
 *
 * @param verb what was to be done, in Kubernetes' words: {@code get}, {@code list}, {@code watch}, {@code create} …
 * @param resource the resource, with its subresource if there is one ({@code pods/status}), or a path
 * @param key namespace and name, either of them empty where it does not apply
 */
public record Operation(String verb, String resource, String key) {
    @Override
    public String toString() {
        return verb + ' ' + resource + (key.isEmpty() ? "" : " \"" + key + '"');
    }
}
