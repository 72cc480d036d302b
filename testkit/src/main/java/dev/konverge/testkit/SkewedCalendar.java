package dev.konverge.testkit;

import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import dev.konverge.model.codec.ProtoEnvelope;
import dev.konverge.model.coordination.v1.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The calendar of a machine, wrong by so much, as its server sees it. All clocks of a simulation are one, so the times in leases are moved instead: on
 * the way out by as much as the calendar is wrong, on the way in by as much in the other direction, which to both sides looks the same. What is
 * sent may be JSON or protobuf; answers are asked for as JSON, which every client takes.
 */
record SkewedCalendar(Duration skew) implements InterceptedTransport.Interceptor {
    private static final Pattern TIME = Pattern.compile("(?<=\"(renew|acquire)Time\":\")[^\"]+");
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    @Override
    public HttpResponse send(HttpRequest request, Transport onward) throws InterruptedException {
        if (!request.target().contains("/leases")) {
            return onward.send(request);
        }
        HttpRequest.Body body = request.body();
        HttpRequest.Body moved = body == null ? null : () -> moveBody(body.bytes());
        HttpResponse response = onward.send(new HttpRequest(
                request.method(),
                request.target(),
                askForJson(request.headers()),
                moved,
                request.timeout(),
                request.whole(),
                request.departure()));
        return new InProcessResponse(
                response.status(),
                response.headers(),
                new LineStream(response.body(), line -> move(line, skew.negated())));
    }

    private static Headers askForJson(Headers headers) {
        Map<String, List<String>> changed = new TreeMap<>(headers.asMap());
        changed.put("accept", List.of("application/json"));
        return Headers.of(changed);
    }

    private byte[] moveBody(byte[] body) {
        if (!ProtoEnvelope.isOne(body)) {
            return move(body, skew);
        }
        ProtoEnvelope envelope = ProtoEnvelope.open(body, 0, body.length);
        if (!envelope.kind().equals(Lease.TYPE.kind())) {
            return body;
        }
        JsonWriter json = new JsonWriter();
        Lease.CODEC.write(Lease.CODEC.readProto(envelope.content(DecodeOptions.STANDARD)), json);
        Lease moved = Lease.CODEC.read(new JsonReader(move(json.toByteArray(), skew)));
        return ProtoEnvelope.seal(envelope.apiVersion(), envelope.kind(), moved, Lease.CODEC);
    }

    private static byte[] move(byte[] json, Duration by) {
        String text = new String(json, StandardCharsets.UTF_8);
        return TIME.matcher(text)
                .replaceAll(time -> MICROS.format(Instant.parse(time.group()).plus(by)))
                .getBytes(StandardCharsets.UTF_8);
    }
}
