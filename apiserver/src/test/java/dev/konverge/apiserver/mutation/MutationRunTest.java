package dev.konverge.apiserver.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Driver;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.base.VirtualPlatform;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A hundred thousand bad requests. {@code -Dkonverge.mutations} and {@code -Dkonverge.seed} ask for another run. */
class MutationRunTest {
    private static final int MUTANTS = Integer.getInteger("konverge.mutations", 100_000);
    private static final long SEED = Long.getLong("konverge.seed", 20_260_101L);

    /** So many requests are made to the same server: enough for one to stumble over what another has left behind. */
    private static final int ROUND = 2000;

    private static final int SHOWN = 25;

    private final Map<String, String> complaints = new TreeMap<>();

    @Test
    void everyRequestOfTheCorpusIsGranted() {
        VirtualPlatform.simulate(SEED, platform -> {
            ApiServer world = World.create(platform);
            for (ServerRequest request : Corpus.of(world)) {
                Outcome outcome = ask(world.fork(), request);
                assertThat(outcome.code()).as("%s: %s", request, outcome.text()).isBetween(200, 299);
            }
        });
    }

    @Test
    void whatSaysTheSameIsAnsweredTheSame() {
        VirtualPlatform.simulate(SEED, platform -> {
            ApiServer world = World.create(platform);
            Random random = new Random(SEED);
            List<ServerRequest> corpus = Corpus.of(world);
            for (int i = 0; i < Math.max(corpus.size(), MUTANTS / 20); i++) {
                ServerRequest request = corpus.get(i % corpus.size());
                Mutant mutant = Harmless.of(request, random);
                Outcome before = ask(world.fork(), request);
                Outcome after = ask(world.fork(), mutant.request());
                if (before.code() != after.code()) {
                    complain(mutant, "is answered with " + after + ", not " + before);
                }
            }
        });
        assertNoComplaints();
    }

    @Test
    void badRequestsAreRefusedByTheBookAndTheServerLivesOn() {
        VirtualPlatform.simulate(SEED, platform -> {
            ApiServer world = World.create(platform);
            List<ServerRequest> corpus = Corpus.of(world);
            Mutations mutations = new Mutations(corpus, new Random(SEED));
            for (int done = 0; done < MUTANTS; done += ROUND) {
                ApiServer server = world.fork();
                for (int i = 0; i < ROUND; i++) {
                    tryOut(server, mutations.next());
                }
                Alive.check(new Driver(server));
            }
        });
        assertNoComplaints();
    }

    private void tryOut(ApiServer server, Mutant mutant) {
        Outcome outcome = ask(server, mutant.request());
        outcome.complaint().ifPresent(complaint -> complain(mutant, complaint));
        if (mutant.expected() == Mutant.Expectation.REFUSED && outcome.code() / 100 != 4) {
            complain(mutant, "should be refused, but is answered with " + outcome);
        }
    }

    private record Outcome(int code, String text, Optional<String> complaint) {
        @Override
        public String toString() {
            return code + " " + text;
        }
    }

    private static Outcome ask(ApiServer server, ServerRequest request) {
        try {
            ServerResponse response = server.handle(request);
            String text = response instanceof ServerResponse.Whole whole
                    ? new String(whole.body(), StandardCharsets.UTF_8)
                    : "a watch";
            return new Outcome(
                    response.status(),
                    text.substring(0, Math.min(text.length(), 500)),
                    Judge.complaint(request.method(), response));
        } catch (Exception | StackOverflowError e) {
            return new Outcome(0, e.toString(), Optional.of("an exception: " + e));
        }
    }

    /** One complaint for each place and kind of failure is enough to find them. */
    private void complain(Mutant mutant, String complaint) {
        ServerRequest request = mutant.request();
        String body = new String(request.body(), StandardCharsets.UTF_8);
        String key = complaint.replaceAll("\"[^\"]*\"|[0-9]+", "_") + request.method();
        complaints.putIfAbsent(
                key,
                "%s: %s?%s %s%n  %s%n  -> %s"
                        .formatted(
                                mutant.how(),
                                request,
                                request.rawQuery(),
                                request.headers().fields(),
                                body.substring(0, Math.min(body.length(), 1500)),
                                complaint));
    }

    private void assertNoComplaints() {
        assertThat(complaints.values().stream().limit(SHOWN))
                .as("seed %d: %d kinds of complaints", SEED, complaints.size())
                .isEmpty();
    }
}
