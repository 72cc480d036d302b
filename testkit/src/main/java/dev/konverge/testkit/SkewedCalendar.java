package dev.konverge.testkit;

import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/**
 * The calendar of a machine, wrong by so much, as its server sees it. All clocks of a simulation are one, so the times in leases are moved instead: on
 * the way out by as much as the calendar is wrong, on the way in by as much in the other direction, which to both sides looks the same.
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
        HttpRequest.Body moved = body == null ? null : () -> move(body.bytes(), skew);
        HttpResponse response = onward.send(new HttpRequest(
                request.method(), request.target(), request.headers(), moved, request.timeout(), request.whole()));
        try (response) {
            byte[] answer = move(response.body().readAllBytes(), skew.negated());
            return new InProcessResponse(response.status(), response.headers(), new ByteArrayInputStream(answer));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static byte[] move(byte[] json, Duration by) {
        String text = new String(json, StandardCharsets.UTF_8);
        return TIME.matcher(text)
                .replaceAll(time -> MICROS.format(Instant.parse(time.group()).plus(by)))
                .getBytes(StandardCharsets.UTF_8);
    }
}
