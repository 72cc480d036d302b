package dev.konverge.client;

import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.RetryPolicy.Use;
import dev.konverge.client.transport.WebSocketChannel;
import dev.konverge.model.Key;
import dev.konverge.model.Patch;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceType;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.JsonWriter;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request under construction; {@link RestClient} starts one. Not safe for use by several threads.
 *
 * <p>What cannot be part of a path is refused at once. A request may be sent more than once.
 */
public final class Request {
    private final RestClient client;
    private final String method;
    private final Target target = new Target();
    private Headers headers = Headers.NONE;
    private @Nullable String accept;
    private byte @Nullable [] body;
    private @Nullable Duration timeout;

    Request(RestClient client, String method) {
        this.client = client;
        this.method = method;
        target.groupVersion(client.groupVersion());
    }

    /** Sets the namespace; an empty one stands for all of them. {@return this} */
    public Request namespace(String namespace) {
        target.namespace(namespace);
        return this;
    }

    /** Sets the resource by its plural name. {@return this} */
    public Request resource(String plural) {
        target.resource(plural);
        return this;
    }

    /** Sets the name of the object. {@return this} */
    public Request name(String name) {
        target.name(name);
        return this;
    }

    /** Sets the subresource, such as {@code status}, and what may follow it. {@return this} */
    public Request subresource(String... parts) {
        target.subresource(parts);
        return this;
    }

    /** Adds further parts to the end of the path. {@return this} */
    public Request suffix(String... parts) {
        target.suffix(parts);
        return this;
    }

    /**
     * Sets the whole path, in place of group, version and resource. {@return this}
     *
     * @param path the path, such as {@code /healthz}; a slash at its end is kept
     */
    public Request absPath(String path) {
        target.absPath(path);
        return this;
    }

    /** Adds a parameter to the query. {@return this} */
    public Request param(String name, String value) {
        target.param(name, value);
        return this;
    }

    /** Adds parameters to the query. {@return this} */
    public Request params(QueryOptions options) {
        options.addTo(target::param);
        return this;
    }

    /** Adds a header. {@return this} */
    public Request header(String name, String value) {
        headers = headers.with(name, value);
        return this;
    }

    /** Sets which media types are asked for, in place of the client's own choice. {@return this} */
    public Request accept(String mediaTypes) {
        accept = mediaTypes;
        return this;
    }

    /** Sets an object as the body, in the form that the client sends such objects. {@return this} */
    public <T extends Resource> Request body(T object, ResourceType<T> type) {
        Format<T> format = Format.of(type, client.settings().encoding());
        return ownBody(format.contentType(), format.write(object));
    }

    /** Sets a value as the body, as JSON. {@return this} */
    public <T> Request body(T value, Codec<T> codec) {
        JsonWriter out = new JsonWriter();
        codec.write(value, out);
        return ownBody("application/json", out.toByteArray());
    }

    /** Sets a patch as the body. {@return this} */
    public Request body(Patch patch) {
        return ownBody(patch.contentType(), patch.body().toByteArray());
    }

    /** Sets the body. {@return this} */
    public Request body(String contentType, byte[] bytes) {
        return ownBody(contentType, bytes.clone());
    }

    /** The same with bytes that nobody else has. */
    private Request ownBody(String contentType, byte[] bytes) {
        body = bytes;
        return header("Content-Type", contentType);
    }

    /**
     * Sets how long to wait, here and on the server: for the whole answer, however often the request has to be sent, but not
     * for the turn that a rate limit gives it. A watch or a stream may go on; it must begin in that time, and then be quiet for
     * no longer. {@return this}
     */
    public Request timeout(Duration timeout) {
        this.timeout = timeout;
        target.param("timeout", seconds(timeout));
        return this;
    }

    /** {@return the duration as the server reads it: {@code 1.5s}} */
    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), 9).stripTrailingZeros().toPlainString() + 's';
    }

    /**
     * Sends the request and reads the whole answer. {@return the answer}
     *
     * @throws ApiException if it is a failure, or there is none
     * @throws CancelledException if the thread was interrupted
     */
    public Answer call() {
        Operation operation = operation();
        try (HttpResponse response = open(accept == null ? Format.acceptJson() : accept, Use.REQUEST)) {
            return new Answer(operation, response, client.settings().decoding());
        }
    }

    /**
     * Sends the request and reads an object. {@return the object}
     *
     * @throws ApiException if the answer is a failure, or there is none
     * @throws CancelledException if the thread was interrupted
     */
    public <T extends Resource> T into(ResourceType<T> type) {
        return into(Format.of(type, client.settings().encoding()));
    }

    <T extends Resource> T into(Format<T> format) {
        Operation operation = operation();
        try (HttpResponse response = open(accept == null ? format.accept() : accept, Use.REQUEST)) {
            return new Answer(operation, response, client.settings().decoding()).into(format);
        }
    }

    /**
     * Sends the request and decodes a list while it arrives. {@return the list}
     *
     * @throws ApiException if the answer is a failure, or there is none
     * @throws CancelledException if the thread was interrupted
     */
    public <T extends Resource> ResourceList<T> list(ResourceType<T> type) {
        return list(Format.of(type, client.settings().encoding()));
    }

    <T extends Resource> ResourceList<T> list(Format<T> format) {
        Operation operation = operation();
        try (HttpResponse response = open(accept == null ? format.acceptList() : accept, Use.REQUEST)) {
            return format.readList(operation, response, client.settings().decoding());
        }
    }

    /**
     * Sends the request and leaves the answer open. {@return the body, as it arrives; the caller closes it}
     *
     * @throws ApiException if the answer is a failure, or there is none
     * @throws CancelledException if the thread was interrupted
     */
    public InputStream stream() {
        return new ResponseStream(operation(), open(accept == null ? "*/*" : accept, Use.STREAM));
    }

    /**
     * Sends the request as a watch. {@return the events, as they arrive; the caller closes them}
     *
     * @throws ApiException if the answer is a failure, or there is none
     * @throws CancelledException if the thread was interrupted
     */
    public <T extends Resource> WatchStream<T> watch(ResourceType<T> type) {
        return watch(Format.of(type, client.settings().encoding()));
    }

    <T extends Resource> WatchStream<T> watch(Format<T> format) {
        target.watch();
        HttpResponse response = open(accept == null ? format.accept() : accept, Use.WATCH);
        return new WatchStream<>(
                operation(), response, format, client.settings().decoding());
    }

    /** {@return an open WebSocket; the caller closes it} */
    WebSocketChannel webSocket(List<String> subprotocols) {
        return sending("*/*", Use.STREAM).webSocket(subprotocols);
    }

    private HttpResponse open(String accepted, Use use) {
        return sending(accepted, use).send();
    }

    private Sending sending(String accepted, Use use) {
        target.check(method);
        byte[] bytes = body;
        HttpRequest request = new HttpRequest(
                method,
                target.toString(),
                headers.first("Accept").isPresent() ? headers : headers.with("Accept", accepted),
                bytes == null ? null : () -> bytes,
                timeout == null ? client.settings().timeout() : timeout,
                use == Use.REQUEST);
        return new Sending(client, operation(), request, use);
    }

    Operation operation() {
        return target.operation(method);
    }

    /** Sets namespace and name. {@return this} */
    Request object(Key key) {
        if (key.isNamespaced()) {
            namespace(key.namespace());
        }
        return name(key.name());
    }

    /** {@return method and path; neither query nor headers, which may hold secrets} */
    @Override
    public String toString() {
        return method + ' ' + target.path();
    }
}
