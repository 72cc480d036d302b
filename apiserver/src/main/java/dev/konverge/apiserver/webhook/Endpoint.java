package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.negotiate.GoBase64;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Where a webhook is, as its {@code clientConfig} says.
 *
 * @param url its address; that of a service is {@code https://name.namespace.svc:port/path}
 * @param service the name of the service, empty if the configuration has an address instead
 * @param namespace the namespace of the service
 * @param port the port of the service, or 0
 * @param authorities the certificates, in PEM, one of which has signed the webhook's; empty for those that this machine trusts
 */
public record Endpoint(String url, String service, String namespace, int port, String authorities) {
    private static final int HTTPS = 443;

    /** {@return the endpoint in a {@code clientConfig}} */
    public static Endpoint of(Json.Obj config) {
        String bundle = Tree.text(config, "caBundle");
        String authorities = new String(GoBase64.decode(bundle), StandardCharsets.US_ASCII);
        if (!Tree.has(config, "service")) {
            return new Endpoint(Tree.text(config, "url"), "", "", 0, authorities);
        }
        Json.Obj service = Tree.object(config, "service");
        String name = Tree.text(service, "name");
        String namespace = Tree.text(service, "namespace");
        int port = (int) Tree.numberOr(HTTPS, service, "port");
        String path = Tree.text(service, "path");
        String url = "https://" + name + "." + namespace + ".svc:" + port + (path.startsWith("/") ? "" : "/") + path;
        return new Endpoint(url, name, namespace, port, authorities);
    }

    /** {@return whether it is a service of the cluster} */
    public boolean isService() {
        return !service.isEmpty();
    }

    /** {@return the address with the time that the caller waits, as webhooks are told it}: in whole seconds, the last one begun */
    public String urlWithTimeout(Duration timeout) {
        long seconds = timeout.plusSeconds(1).minusNanos(1).toSeconds();
        return url + (url.indexOf('?') < 0 ? "?" : "&") + "timeout=" + seconds + "s";
    }
}
