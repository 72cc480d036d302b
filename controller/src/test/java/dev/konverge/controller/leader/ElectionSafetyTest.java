package dev.konverge.controller.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.leader.ElectionCore.Action;
import dev.konverge.controller.leader.ElectionCore.Input;
import dev.konverge.controller.leader.ElectionCore.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many candidates on a network that loses and delays, with clocks that are minutes apart and run at different speeds: never do two
 * lead at once, and numbers of terms only grow.
 */
class ElectionSafetyTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Instant CALENDAR = Instant.parse("2026-01-01T00:00:00Z");

    /** What the server has; the version grows with each write. */
    private @Nullable LeaseRecord stored;

    private int version;
    private int terms;
    private int highest = -1;
    private boolean deletes;

    private record Event(long time, long order, Runnable action) {}

    private final PriorityQueue<Event> future =
            new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingLong(Event::order));
    private final List<Node> nodes = new ArrayList<>();
    private long now;
    private long order;
    private Random random = new Random(0);

    /** One process: its clock shows {@code offset + speed * time}. */
    private final class Node {
        private final ElectionCore core;
        private final double speed;
        private final long offset;
        private final Duration skew;
        private int seen;
        private @Nullable Integer leading;

        Node(int i) {
            core = new ElectionCore(Election.as("node-" + i), new Random(random.nextLong()));
            // Three quarters of what the terms allow: 15 s to 10 s.
            speed = 1 + random.nextDouble() * 0.35;
            offset = random.nextLong(1000 * SECOND);
            skew = Duration.ofSeconds(random.nextInt(-120, 120));
        }

        long clock() {
            return offset + (long) (speed * now);
        }

        void tell(Input input) {
            Action action =
                    core.step(input, new Moment(clock(), CALENDAR.plus(skew).plusNanos(clock())));
            noteTerm();
            switch (action) {
                case Action.Sleep(long until) ->
                    after((long) ((until - clock()) / speed) + 1, () -> tell(new Input.Timer()));
                case Action.Read() ->
                    request(() -> {
                        seen = version;
                        return stored == null ? new Input.Missing() : new Input.Found(stored);
                    });
                case Action.Create(LeaseRecord record) -> request(() -> write(stored == null, record));
                case Action.Update(LeaseRecord record) -> {
                    int base = seen;
                    request(() -> write(stored != null && version == base, record));
                }
                case Action.Finish() -> after(5 * SECOND, () -> tell(new Input.Timer()));
            }
        }

        private Input write(boolean allowed, LeaseRecord record) {
            if (!allowed) {
                return new Input.Failed(true);
            }
            stored = record;
            seen = ++version;
            return new Input.Written();
        }

        /** The request arrives late, its answer comes later still; either may be lost, and then a timeout is all there is. */
        private void request(java.util.function.Supplier<Input> atServer) {
            long timeout = 5 * SECOND;
            long there = delay();
            long back = delay();
            boolean arrives = random.nextInt(10) > 0;
            boolean answered = arrives && random.nextInt(10) > 0 && there + back < timeout;
            if (arrives) {
                after(there, () -> {
                    int before = seen;
                    Input answer = atServer.get();
                    if (answered) {
                        after(back, () -> tell(answer));
                    } else {
                        seen = before;
                    }
                });
            }
            if (!answered) {
                after(timeout, () -> tell(new Input.Failed(false)));
            }
        }

        private long delay() {
            return random.nextInt(5) == 0 ? random.nextLong(8 * SECOND) : random.nextLong(SECOND / 10);
        }

        private void noteTerm() {
            core.findTenure().ifPresent(tenure -> {
                if (leading == null || leading != tenure.number()) {
                    // The count goes with a deleted lease, except for what the next leader happens to have seen.
                    assertThat(tenure.number()).isGreaterThan(deletes ? -1 : highest);
                    highest = tenure.number();
                    terms++;
                }
            });
            leading = core.findTenure().map(ElectionCore.Tenure::number).orElse(null);
        }

        boolean leads() {
            return core.findTenure()
                    .filter(tenure -> clock() < tenure.deadline())
                    .isPresent();
        }
    }

    private void after(long delay, Runnable action) {
        future.add(new Event(now + Math.max(0, delay), order++, action));
    }

    /** Not so often that a lease is made and deleted again while somebody still waits because of the last time. */
    private void deleteNowAndThen() {
        after(random.nextLong(200, 400) * SECOND, () -> {
            stored = null;
            version++;
            deleteNowAndThen();
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void neverDoTwoLeadAtOnceThoughSomebodyDeletesTheLeaseNowAndThen(long seed) {
        deletes = true;
        deleteNowAndThen();
        neverDoTwoLeadAtOnce(seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void neverDoTwoLeadAtOnce(long seed) {
        random = new Random(seed);
        for (int i = 0; i < 4; i++) {
            Node node = new Node(i);
            nodes.add(node);
            after(random.nextLong(SECOND), () -> node.tell(new Input.Timer()));
        }
        while (now < 3000 * SECOND) {
            Event next = future.remove();
            now = next.time();
            next.action().run();
            assertThat(nodes.stream().filter(Node::leads).count())
                    .as("leaders at %s with seed %s", Duration.ofNanos(now), seed)
                    .isLessThanOrEqualTo(1);
        }
        assertThat(terms).as("terms with seed %s", seed).isGreaterThan(3);
    }
}
