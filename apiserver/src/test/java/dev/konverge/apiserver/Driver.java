package dev.konverge.apiserver;

import dev.konverge.base.Platform;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Drives a server in process and reads its answers. */
public final class Driver {
    /** Immutable, and costly enough to be read once for all tests. */
    private static final Foundation FOUNDATION = Foundation.load();

    private final ApiServer server;

    /** A new server with controllers that have not been set to work. */
    public static Driver of(Platform platform) {
        return new Driver(ApiServer.create(platform, Profile.PLAIN, FOUNDATION));
    }

    public ApiServer server() {
        return server;
    }

    public Driver(ApiServer server) {
        this.server = server;
    }

    /** An answer that is all there. */
    public record Answer(int status, Headers headers, String body) {
        public Json.Obj json() {
            return (Json.Obj) Json.parse(body);
        }

        /** The text at a path such as {@code metadata.name}; the number of an element stands for it. */
        public String text(String path) {
            Json found = at(path);
            return found instanceof Json.Str text ? text.value() : String.valueOf(found);
        }

        public Json at(String path) {
            Json value = json();
            for (String part : path.split("\\.", -1)) {
                value = switch (value) {
                    case Json.Obj object -> object.fields().getOrDefault(part.replace('~', '.'), Json.Null.INSTANCE);
                    case Json.Arr array ->
                        Integer.parseInt(part) < array.items().size()
                                ? array.items().get(Integer.parseInt(part))
                                : Json.Null.INSTANCE;
                    default -> Json.Null.INSTANCE;
                };
            }
            return value;
        }

        public List<String> names() {
            List<String> names = new ArrayList<>();
            for (Json item : ((Json.Arr) at("items")).items()) {
                names.add(new Answer(0, Headers.NONE, item.toString()).text("metadata.name"));
            }
            return names;
        }

        public long version() {
            return Long.parseLong(text("metadata.resourceVersion"));
        }
    }

    public Answer send(ServerRequest request) {
        try {
            ServerResponse response = server.handle(request);
            if (!(response instanceof ServerResponse.Whole whole)) {
                throw new AssertionError(request + " was answered with a watch");
            }
            return new Answer(whole.status(), whole.headers(), new String(whole.body(), StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public Answer get(String target) {
        return send(ServerRequest.of("GET", target));
    }

    public Answer post(String target, String json) {
        return send(ServerRequest.of("POST", target).withJson(json));
    }

    public Answer put(String target, String json) {
        return send(ServerRequest.of("PUT", target).withJson(json));
    }

    public Answer delete(String target) {
        return send(ServerRequest.of("DELETE", target));
    }

    public Answer delete(String target, String options) {
        return send(ServerRequest.of("DELETE", target).withJson(options));
    }

    public Answer merge(String target, String patch) {
        return patch(target, "application/merge-patch+json", patch);
    }

    public Answer apply(String target, String config) {
        return patch(target, "application/apply-patch+yaml", config);
    }

    public Answer patch(String target, String type, String patch) {
        return send(ServerRequest.of("PATCH", target).withBody(type, patch.getBytes(StandardCharsets.UTF_8)));
    }

    /** Opens a watch. */
    public Watching watch(String target) {
        return watch(ServerRequest.of("GET", target));
    }

    public Watching watch(ServerRequest request) {
        try {
            ServerResponse response = server.handle(request);
            if (!(response instanceof ServerResponse.Watch watch)) {
                throw new AssertionError(request + " was answered with " + response);
            }
            return new Watching(watch.feed());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A watch that a test reads. */
    public static final class Watching implements AutoCloseable {
        private final WatchFeed feed;
        private final List<Answer> read = new ArrayList<>();
        private boolean ended;

        Watching(WatchFeed feed) {
            this.feed = feed;
        }

        /** The next so many events; fewer if the watch ends. Waits for them. */
        public List<String> next(int count) {
            List<String> shown = new ArrayList<>();
            while (read.size() < count && more()) {}
            for (int i = 0; i < count && !read.isEmpty(); i++) {
                shown.add(shown(read.remove(0)));
            }
            return shown;
        }

        /** The next event. */
        public Answer event() {
            while (read.isEmpty() && more()) {}
            return read.remove(0);
        }

        /** Reads until the watch ends. */
        public List<String> toEnd() {
            while (more()) {}
            return next(read.size());
        }

        public boolean ended() {
            return ended;
        }

        private boolean more() {
            if (ended) {
                return false;
            }
            try {
                List<byte[]> frames = feed.await(100);
                frames.forEach(
                        frame -> read.add(new Answer(200, Headers.NONE, new String(frame, StandardCharsets.UTF_8))));
                ended = frames.isEmpty();
                return !ended;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        private static String shown(Answer event) {
            return event.text("type") + " " + event.text("object.metadata.name");
        }

        @Override
        public void close() {
            feed.close();
        }
    }
}
