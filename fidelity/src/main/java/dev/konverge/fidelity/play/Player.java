package dev.konverge.fidelity.play;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.TransportException;
import dev.konverge.fidelity.scenario.Canned;
import dev.konverge.fidelity.scenario.Scenario;
import dev.konverge.fidelity.scenario.Step;
import dev.konverge.fidelity.scenario.Values;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Plays scenarios on one server. Safe for use by many threads: each scenario has its own namespace. */
public final class Player {
    /** What writes are signed with where a scenario names no field manager. */
    public static final String USER_AGENT = "fidelity/1";

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(40);
    private static final Duration ANSWER = Duration.ofSeconds(70);

    private final Platform platform;
    private final Site site;
    private final Answers answers;

    /** A player on a server. */
    public Player(Platform platform, Site site) {
        this.platform = platform;
        this.site = site;
        this.answers = new Answers(platform);
    }

    /**
     * {@return what the server answered}
     *
     * @param namespace the name of a namespace that is made for it, and the value of {@code ${ns}}; its number makes that of {@code ${ip}};
     *     {@code ${hook}} is where its webhooks are, {@code ${ca}} who vouches for them
     */
    public Transcript play(Scenario scenario, String namespace) throws InterruptedException {
        exchange(new Step.Request(
                "POST",
                "/api/v1/namespaces",
                Map.of("Content-Type", "application/json"),
                new Step.Body.Text("{\"metadata\":{\"name\":\"" + namespace + "\"}}")));
        try (Play play = new Play(namespace)) {
            for (Step step : scenario.steps()) {
                play.take(step);
            }
            return new Transcript(play.entries, play.generateNames);
        }
    }

    /** One scenario under way. */
    private final class Play implements AutoCloseable {
        private final List<Entry> entries = new ArrayList<>();
        private final Set<String> generateNames = new LinkedHashSet<>();
        private final Map<String, EventReader> watches = new LinkedHashMap<>();
        /** What the paths of its webhooks begin with. */
        private final String hooks;

        private Values values;

        Play(String namespace) {
            hooks = "/" + namespace + "/";
            values = new Values(Map.of(
                    "ns", Json.of(namespace),
                    "ip", Json.of(Addresses.of(namespace)),
                    "hook", Json.of(site.hooks().address() + "/" + namespace),
                    "ca", Json.of(site.hooks().authority())));
        }

        void take(Step step) throws InterruptedException {
            switch (step) {
                case Step.Call call -> call(call);
                case Step.Open open -> open(open);
                case Step.Events events -> {
                    EventReader reader = watch(events.watch());
                    entries.add(events("events of " + events.watch(), reader.take(events.count(), PATIENCE)));
                }
                case Step.End end -> {
                    EventReader reader = watch(end.watch());
                    entries.add(events("end of " + end.watch(), reader.takeToEnd(PATIENCE)));
                }
                case Step.Hook hook -> site.hooks().put(hooks + hook.name(), resolved(hook.answer()));
                case Step.Calls calls ->
                    entries.add(events(
                            "calls of " + calls.hook(), site.hooks().takeCalls(hooks + calls.hook(), calls.count())));
            }
        }

        private EventReader watch(String name) {
            EventReader reader = watches.get(name);
            if (reader == null) {
                throw new IllegalArgumentException("there is no watch " + name);
            }
            return reader;
        }

        private void call(Step.Call call) throws InterruptedException {
            Step.Request request = resolved(call.request());
            if (request.body() instanceof Step.Body.Tree body
                    && Values.at(body.tree(), "metadata.generateName") instanceof Json.Str base) {
                generateNames.add(base.value());
            }
            if (CachedRead.is(request)) {
                settle(request);
            }
            long deadline = platform.clock().deadlineAfter(call.until() == null ? Duration.ZERO : PATIENCE);
            Entry entry = exchange(request);
            while (call.until() != null && !holds(call.until(), entry) && before(deadline)) {
                platform.sleep(PAUSE);
                entry = exchange(request);
            }
            entries.add(entry);
            for (Map.Entry<String, String> save : call.save().entrySet()) {
                Json value = Values.at(entry.body(), save.getValue());
                values = values.with(save.getKey(), value == null ? Json.of("nothing-there") : value);
            }
        }

        private boolean before(long deadline) {
            return deadline != Clock.NEVER && platform.clock().nanoTime() < deadline;
        }

        private boolean holds(Step.Until until, Entry entry) {
            Json expected = values.in(until.value());
            Json found =
                    until.path().equals("#") ? Json.of((long) entry.status()) : Values.at(entry.body(), until.path());
            return expected.equals(found == null ? Json.Null.INSTANCE : found);
        }

        private void open(Step.Open open) throws InterruptedException {
            Step.Request request = resolved(open.request());
            if (CachedRead.is(request)) {
                settle(request);
            }
            HttpResponse response = site.way(request.caller()).send(http(request));
            String label = request.method() + " " + request.target();
            if (response.status() != 200) {
                entries.add(answers.read(label, response));
                watches.put(open.watch(), EventReader.ended(platform));
                return;
            }
            entries.add(new Entry(label, 200, Answers.headers(response), Json.Null.INSTANCE));
            watches.put(open.watch(), EventReader.of(platform, response));
        }

        private Canned resolved(Canned answer) {
            return switch (answer) {
                case Canned.Admission admission -> new Canned.Admission((Json.Obj) values.in(admission.response()));
                case Canned.Conversion conversion -> new Canned.Conversion((Json.Obj) values.in(conversion.change()));
                case Canned.Raw raw -> new Canned.Raw(raw.status(), raw.type(), values.in(raw.body()));
                case Canned.Silence silence -> silence;
            };
        }

        private Step.Request resolved(Step.Request request) {
            Map<String, String> headers = new LinkedHashMap<>();
            request.headers().forEach((name, value) -> headers.put(name, values.in(value)));
            Step.Body body = switch (request.body()) {
                case Step.Body.None none -> none;
                case Step.Body.Text text -> new Step.Body.Text(values.in(text.text()));
                case Step.Body.Tree tree -> new Step.Body.Tree(values.in(tree.tree()));
                case Step.Body.Message message -> new Step.Body.Message(values.in(message.tree()));
                case Step.Body.Bytes bytes -> bytes;
            };
            return new Step.Request(request.caller(), request.method(), values.in(request.target()), headers, body);
        }

        @Override
        public void close() {
            watches.values().forEach(EventReader::close);
            site.hooks().remove(hooks);
        }
    }

    private static Entry events(String label, List<Json> events) {
        return new Entry(label, 0, Map.of(), new Json.Arr(events));
    }

    /** Lets the server's cache catch up with what this player has written. */
    private void settle(Step.Request read) throws InterruptedException {
        for (Step.Request fresh : CachedRead.freshReads(read)) {
            exchange(fresh);
        }
    }

    private Entry exchange(Step.Request request) throws InterruptedException {
        String label = request.method() + " " + request.target();
        try (HttpResponse response = site.way(request.caller()).send(http(request))) {
            return answers.read(label, response);
        } catch (TransportException failed) {
            return new Entry(
                    label,
                    0,
                    Map.of(),
                    Json.of("no answer: " + failed.getClass().getSimpleName()));
        }
    }

    private static HttpRequest http(Step.Request request) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put("User-Agent", List.of(USER_AGENT));
        request.headers()
                .forEach((name, value) -> headers.put(name, value.lines().toList()));
        byte[] bytes = bytes(request.body());
        HttpRequest.Body body = request.body() instanceof Step.Body.None ? null : () -> bytes;
        return new HttpRequest(
                request.method(), request.target().replace(" ", "%20"), Headers.of(headers), body, ANSWER);
    }

    private static byte[] bytes(Step.Body body) {
        return switch (body) {
            case Step.Body.None none -> new byte[0];
            case Step.Body.Text text -> text.text().getBytes(StandardCharsets.UTF_8);
            case Step.Body.Tree tree -> tree.tree().toBytes();
            case Step.Body.Message message -> ProtoBodies.write(message.tree());
            case Step.Body.Bytes raw -> Base64.getDecoder().decode(raw.base64());
        };
    }
}
