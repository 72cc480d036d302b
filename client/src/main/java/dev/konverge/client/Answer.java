package dev.konverge.client;

import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceType;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.ProtoEnvelope;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A good answer, read to its end. */
public final class Answer {
    private final Operation operation;
    private final int code;
    private final Headers headers;
    private final byte[] body;
    private final DecodeOptions decoding;

    Answer(Operation operation, HttpResponse response, DecodeOptions decoding) {
        this.operation = operation;
        this.code = response.status();
        this.headers = response.headers();
        this.decoding = decoding;
        ResponseStream stream = new ResponseStream(operation, response);
        try {
            this.body = stream.readToEnd(length(headers));
        } catch (IOException e) {
            throw stream.broken(e);
        }
    }

    /** {@return how long the body is said to be; 0 if nothing sensible is said} */
    private static int length(Headers headers) {
        try {
            return headers.first("Content-Length")
                    .map(Integer::parseUnsignedInt)
                    .orElse(0);
        } catch (NumberFormatException unsaid) {
            return 0;
        }
    }

    /** {@return the HTTP status code, from 200 to 206} */
    public int code() {
        return code;
    }

    /** {@return the headers} */
    public Headers headers() {
        return headers;
    }

    /** {@return the content type, empty if there is none} */
    public String contentType() {
        return headers.first("Content-Type").orElse("");
    }

    /** {@return a copy of the body} */
    public byte[] bytes() {
        return body.clone();
    }

    /** {@return the body as text} */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * {@return the object in the body}
     *
     * @throws ApiException if the body holds no such object
     */
    public <T extends Resource> T into(ResourceType<T> type) {
        return into(Format.of(type, Encoding.JSON));
    }

    <T extends Resource> T into(Format<T> format) {
        if (body.length == 0) {
            throw Failures.empty(operation, code, contentType());
        }
        try {
            T object = format.read(contentType(), body, decoding);
            if (object.kind().equals("Status")) {
                throwIfFailure();
            }
            return object;
        } catch (DecodeException e) {
            throwIfFailure();
            throw Failures.undecodable(operation, code, contentType(), body, e);
        }
    }

    /**
     * {@return the value in the body, which is JSON}
     *
     * @throws ApiException if the body holds no such value
     */
    public <T> T into(Codec<T> codec) {
        if (body.length == 0) {
            throw Failures.empty(operation, code, contentType());
        }
        try {
            JsonReader in = new JsonReader(body, decoding);
            T value = codec.read(in);
            in.expectEnd();
            return value;
        } catch (DecodeException e) {
            throwIfFailure();
            throw Failures.undecodable(operation, code, contentType(), body, e);
        }
    }

    /**
     * {@return the list in the body}
     *
     * @throws ApiException if the body holds no such list
     */
    public <T extends Resource> ResourceList<T> list(ResourceType<T> type) {
        try {
            return Format.of(type, Encoding.JSON).readList(contentType(), new ByteArrayInputStream(body), decoding);
        } catch (DecodeException | IOException e) {
            throwIfFailure();
            throw Failures.undecodable(operation, code, contentType(), body, e);
        }
    }

    /** {@return whether the body is a status rather than an object} */
    boolean isStatus() {
        try {
            if (ProtoEnvelope.isOne(body)) {
                return ProtoEnvelope.open(body, 0, body.length).kind().equals("Status");
            }
            return Failures.isStatus(body);
        } catch (DecodeException otherwise) {
            return false;
        }
    }

    /** A status that is no success is a failure whatever the HTTP code (RC-21). */
    private void throwIfFailure() {
        Failures.status(contentType(), body).ifPresent(status -> {
            throw Failures.ofStatus(operation, status);
        });
    }

    /** {@return code, content type and length; not the content, which may be a secret} */
    @Override
    public String toString() {
        return "HTTP " + code + ' ' + contentType() + " (" + body.length + " bytes)";
    }
}
