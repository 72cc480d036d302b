package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Clock;
import java.io.InputStream;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutgoingTest {
    private static Outgoing get(String target, HeaderFields headers) {
        return new Outgoing("GET", new Origin(true, "x", 443), target, headers, null, Clock.NEVER, null);
    }

    @Test
    void whatTheConnectionSaysItselfIsNotSaidTwice() {
        HeaderFields headers = new HeaderFields.Builder()
                .add("Content-Length", "7")
                .add("accept", "a")
                .add("Host", "elsewhere")
                .add("Transfer-Encoding", "chunked")
                .build();
        assertThat(get("/", headers).headers()).hasToString("[accept]");
        HeaderFields good = new HeaderFields.Builder().add("accept", "a").build();
        assertThat(get("/", good).headers()).isSameAs(good);
    }

    @Test
    void http2IsNotToldOfConnectionsThatServeOneAtATime() throws Exception {
        HeaderFields headers = new HeaderFields.Builder()
                .add("connection", "x")
                .add("keep-alive", "x")
                .add("proxy-connection", "x")
                .add("te", "x")
                .add("upgrade", "x")
                .add("accept", "a")
                .build();
        Http2Frames frames = new Http2Frames();
        frames.request(1, get("/", headers), new Http2Connection.Beginning(0, 4096, 4096, 1 << 14));
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        frames.flush(bytes);
        HeaderFields sent = new HpackDecoder().decode(bytes.toByteArray(), Http2Frames.HEAD_SIZE, bytes.size());
        assertThat(sent).hasToString("[:method, :scheme, :authority, :path, accept]");
    }

    @Test
    void aRedirectThatCannotBeUnderstoodIsTheCallers() {
        HeaderFields none = new HeaderFields.Builder().build();
        assertThat(Redirect.next(get("/a{b}|c", none), moved("d"))).isEmpty();
        assertThat(Redirect.next(get("/a/b", none), moved("c")).map(Outgoing::target))
                .isEqualTo(Optional.of("/a/c"));
    }

    private static Exchange moved(String location) {
        return new Exchange() {
            @Override
            public int status() {
                return 302;
            }

            @Override
            public HeaderFields headers() {
                return new HeaderFields.Builder().add("location", location).build();
            }

            @Override
            public InputStream body() {
                return InputStream.nullInputStream();
            }

            @Override
            public boolean interruptible() {
                return true;
            }

            @Override
            public boolean endsSoon() {
                return true;
            }

            @Override
            public void cancel() {}
        };
    }
}
