package dev.konverge.informer;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a reflector does by the clock. */
class ReflectorTimerTest {
    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final List<String> done = new ArrayList<>();
    private boolean resyncsAgain = true;
    private Duration resyncTakes = Duration.ZERO;
    private Runnable then = () -> {};

    private final ReflectorTimer.Work work = new ReflectorTimer.Work() {
        @Override
        public boolean resync() {
            note("resync");
            try {
                platform.sleep(resyncTakes);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            then.run();
            return resyncsAgain;
        }

        @Override
        public void giveUp() {
            note("give up");
            then.run();
        }

        @Override
        public void lookAtProgress(Duration patience) {
            note("look");
            then.run();
        }

        @Override
        public void failed(Throwable defect) {
            done.add(defect.getMessage());
        }

        private void note(String what) {
            done.add(what + "@" + platform.clock().nanoTime() / 1_000_000_000);
        }
    };

    private final StopRequest stop = new StopRequest("timer");
    private final ReflectorTimer timer = new ReflectorTimer(platform, ofSeconds(60), work, stop);
    private final Task task = platform.start("timer", timer::run);

    @AfterEach
    void nothingIsLeft() {
        stop.make();
        task.close();
        assertThat(task.isDone()).isTrue();
        platform.close();
    }

    @Test // RF-26, TestInitialEventsEndBookmarkTicker
    void initialEventsAreLookedAfterUntilTheyEnd() throws InterruptedException {
        timer.watchBegins(ofMinutes(5), true);
        platform.advance(ofSeconds(25));
        timer.initialEventsEnd();
        platform.advance(ofSeconds(60));
        assertThat(done).containsExactly("look@10", "look@20");
    }

    @Test
    void aWatchThatShouldHaveEndedAMinuteAgoIsGivenUp() throws InterruptedException {
        timer.watchBegins(ofMinutes(5), false);
        platform.advance(ofMinutes(6).minusNanos(1));
        assertThat(done).isEmpty();
        platform.advance(Duration.ofNanos(1));
        assertThat(done).containsExactly("give up@360");
        timer.watchBegins(ofMinutes(5), false);
        timer.requestEnds();
        platform.advance(ofMinutes(10));
        assertThat(done).hasSize(1);
    }

    @Test
    void aListThatTakesTenMinutesIsGivenUp() throws InterruptedException {
        timer.listBegins();
        platform.advance(ofMinutes(10).minusNanos(1));
        assertThat(done).isEmpty();
        platform.advance(Duration.ofNanos(1));
        assertThat(done).containsExactly("give up@600");
    }

    @Test // ADR 0040: only the owner ends a thread
    void workThatLeavesTheThreadInterruptedEndsNothing() throws InterruptedException {
        then = () -> Thread.currentThread().interrupt();
        timer.resyncing(true);
        timer.watchBegins(ofMinutes(1), true);
        platform.advance(ofSeconds(10));
        timer.initialEventsEnd();
        platform.advance(ofSeconds(150));
        assertThat(done).containsExactly("look@10", "resync@60", "resync@120", "give up@120");
    }

    @Test
    void workThatThrowsIsReportedAndEndsNothing() throws InterruptedException {
        then = () -> {
            Thread.currentThread().interrupt();
            throw new AssertionError("thrown");
        };
        timer.watchBegins(ofMinutes(1), true);
        platform.advance(ofSeconds(20));
        timer.initialEventsEnd();
        platform.advance(ofMinutes(5));
        assertThat(done).containsExactly("look@10", "thrown", "look@20", "thrown", "give up@120", "thrown");
    }

    @Test // RF-44: from the end of one to the start of the next
    void aPeriodBeginsWhenTheLastResyncHasEnded() throws InterruptedException {
        resyncTakes = ofSeconds(30);
        timer.resyncing(true);
        timer.resyncing(true);
        platform.advance(ofSeconds(160));
        assertThat(done).containsExactly("resync@60", "resync@150");
    }

    @Test // RF-44
    void thereAreResyncsOnlyWhileThereAreWatches() throws InterruptedException {
        timer.resyncing(true);
        platform.advance(ofSeconds(59));
        timer.resyncing(false);
        platform.advance(ofMinutes(10));
        assertThat(done).isEmpty();
        timer.resyncing(true);
        platform.advance(ofSeconds(60));
        assertThat(done).containsExactly("resync@719");
    }

    @Test // RF-44
    void aResyncThatFailedIsTheLastUntilWatchesBeginAnew() throws InterruptedException {
        resyncsAgain = false;
        timer.resyncing(true);
        platform.advance(ofMinutes(5));
        assertThat(done).containsExactly("resync@60");
        timer.resyncing(false);
        timer.resyncing(true);
        platform.advance(ofSeconds(60));
        assertThat(done).containsExactly("resync@60", "resync@360");
    }

    @Test
    void aPauseIsNotCutShortByAnInterruptThatNobodySent() throws InterruptedException {
        StopRequest stop = new StopRequest("me");
        Thread.currentThread().interrupt();
        stop.sleep(platform, ofSeconds(5));
        assertThat(platform.clock().nanoTime()).isEqualTo(ofSeconds(5).toNanos());
        assertThat(Thread.interrupted()).isFalse();
    }
}
