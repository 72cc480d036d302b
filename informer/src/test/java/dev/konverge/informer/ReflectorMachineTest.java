package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.ListOptions;
import dev.konverge.client.WatchOptions;
import dev.konverge.model.ListMeta;
import dev.konverge.model.ResourceList;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The rules by which a reflector goes on, without any threads. */
class ReflectorMachineTest {
    private static final ReflectorPolicy LISTING = ReflectorPolicy.STANDARD.withStreaming(false);

    /** Drives a machine, with time in hand. */
    private static final class Drive {
        final ReflectorMachine<ConfigMap> machine;
        final RandomGenerator random;
        long now;
        ReflectorState<ConfigMap> state = ReflectorMachine.start(0);
        ReflectorAction<ConfigMap> action = new ReflectorAction.Pause<>(Duration.ZERO);
        final List<ReflectorNotice> notices = new ArrayList<>();

        Drive(ReflectorPolicy policy) {
            this(policy, true, new Random(1));
        }

        Drive(ReflectorPolicy policy, boolean streams, RandomGenerator random) {
            this.machine = new ReflectorMachine<>("things", policy, streams);
            this.random = random;
            done();
        }

        Drive give(ReflectorInput<ConfigMap> input) {
            var step = machine.step(state, input, now, random);
            state = step.state();
            action = step.action();
            notices.addAll(step.notices());
            return this;
        }

        Drive done() {
            return give(new ReflectorInput.Done<>());
        }

        Drive fail(Throwable failure) {
            return give(new ReflectorInput.Failed<>(failure));
        }

        Drive broken(String version, Throwable failure) {
            return give(new ReflectorInput.Broken<>(version, failure));
        }

        Drive page(String version, String token, ConfigMap... objects) {
            ListMeta meta =
                    ListMeta.builder().resourceVersion(version).continue_(token).build();
            return give(new ReflectorInput.Page<>(new ResourceList<>(meta, List.of(objects))));
        }

        Drive after(Duration time) {
            now += time.toNanos();
            return this;
        }

        ListOptions list() {
            assertThat(action).isInstanceOf(ReflectorAction.ListPage.class);
            return ((ReflectorAction.ListPage<ConfigMap>) action).options();
        }

        WatchOptions watch() {
            assertThat(action).isInstanceOf(ReflectorAction.Watch.class);
            return ((ReflectorAction.Watch<ConfigMap>) action).options();
        }

        WatchOptions stream() {
            assertThat(action).isInstanceOf(ReflectorAction.Stream.class);
            return ((ReflectorAction.Stream<ConfigMap>) action).options();
        }

        ReflectorAction.Replace<ConfigMap> replace() {
            assertThat(action).isInstanceOf(ReflectorAction.Replace.class);
            return (ReflectorAction.Replace<ConfigMap>) action;
        }

        Duration pause() {
            assertThat(action).isInstanceOf(ReflectorAction.Pause.class);
            return ((ReflectorAction.Pause<ConfigMap>) action).duration();
        }

        /** Takes it to an open watch at a version. */
        Drive following(String version) {
            page(version, "").done();
            watch();
            return done();
        }
    }

    // ---- RF-10 to RF-18

    @Test // RF-10, TestReflectorResyncWithResourceVersion, TestReflectorListAndWatch
    void theFirstListTakesWhatIsAtHandAndLaterOnesNothingOlder() {
        Drive drive = new Drive(LISTING);
        assertThat(drive.list().resourceVersion()).isEqualTo("0");
        drive.following("10").broken("12", Refusals.forbidden()).done();
        assertThat(drive.list().resourceVersion()).isEqualTo("12");
        assertThat(drive.list().resourceVersionMatch()).isEmpty();
    }

    @Test // RF-11, TestReflectorNotPaginatingNotConsistentReads
    void listsAreInPagesOnlyWhereThatDoesNotCostTheServerItsCache() {
        Drive drive = new Drive(LISTING);
        assertThat(drive.list().limit()).isEqualTo(500);
        drive.following("10").broken("10", Refusals.forbidden()).done();
        assertThat(drive.list().limit()).isZero();
        drive.fail(Refusals.gone());
        assertThat(drive.list().resourceVersion()).isEmpty();
        assertThat(drive.list().limit()).isEqualTo(500);
    }

    @Test // RF-11, TestReflectorPaginatingNonConsistentReadsIfWatchCacheDisabled
    void aServerThatPagesWhatIsAtHandHasNoCacheToSpare() {
        Drive drive = new Drive(LISTING);
        drive.page("10", "more").page("10", "").done().done();
        drive.broken("10", Refusals.forbidden()).done();
        assertThat(drive.list().limit()).isEqualTo(500);
    }

    @Test // RF-11, RF-14, PG-2
    void aServerWhosePagesHaveExpiredPagesAllTheSame() {
        Drive drive = new Drive(LISTING);
        drive.page("10", "more").fail(Refusals.gone()).page("12", "").done().done();
        drive.broken("12", Refusals.forbidden()).done();
        assertThat(drive.list().limit()).isEqualTo(500);
    }

    @Test // RF-11, RF-14: it is the list of what is at hand that tells
    void pagesOfTheLatestStateSayNothingOfTheServersCache() {
        Drive drive = new Drive(LISTING).fail(Refusals.gone());
        assertThat(drive.list().resourceVersion()).isEmpty();
        drive.page("10", "more").fail(Refusals.gone()).page("12", "").done().done();
        drive.broken("12", Refusals.forbidden()).done();
        assertThat(drive.list().limit()).isZero();
    }

    @Test // RF-11, TestReflectorWatchListPageSize
    void aGivenPageSizeHoldsForAllPages() {
        Drive drive = new Drive(LISTING.withPageSize(4));
        assertThat(drive.list().limit()).isEqualTo(4);
        drive.page("10", "t1", thing("a", "1"));
        assertThat(drive.list()).isEqualTo(ListOptions.NONE.withLimit(4).withContinueToken("t1"));
        drive.page("10", "", thing("b", "2"));
        assertThat(drive.replace().objects()).extracting(o -> o.key().name()).containsExactly("a", "b");
        assertThat(drive.replace().version()).isEqualTo("10");
    }

    @Test // RF-12, RF-13, TestReflectorExpiredExactResourceVersion
    void aForgottenVersionIsGivenUpForTheLatestStateAtOnce() {
        Drive drive = new Drive(LISTING)
                .following("10")
                .broken("10", Refusals.forbidden())
                .done();
        assertThat(drive.list().resourceVersion()).isEqualTo("10");
        drive.fail(Refusals.gone());
        assertThat(drive.list().resourceVersion()).isEmpty();
        drive.following("11").broken("11", Refusals.forbidden()).done();
        assertThat(drive.list().resourceVersion())
                .as("the flag is cleared by a good list")
                .isEqualTo("11");
    }

    @Test // RF-12, RF-13, TestReflectorFullListIfTooLarge
    void aVersionThatTheServerHasNotReachedIsGivenUpInWhateverWayItSaysSo() {
        for (Throwable tooNew : Refusals.tooNew()) {
            Drive drive = new Drive(LISTING)
                    .following("10")
                    .broken("10", Refusals.forbidden())
                    .done();
            drive.fail(tooNew);
            assertThat(drive.list().resourceVersion()).isEmpty();
        }
    }

    @Test // RF-13
    void aTimeoutIsNoReasonToGiveTheVersionUp() {
        Drive drive = new Drive(LISTING).fail(Refusals.timeout());
        drive.pause();
        assertThat(drive.done().list().resourceVersion()).isEqualTo("0");
    }

    @Test // RF-12: once
    void aListThatIsRefusedTwiceIsAFailure() {
        Drive drive = new Drive(LISTING).fail(Refusals.gone()).fail(Refusals.gone());
        drive.pause();
        assertThat(drive.notices)
                .singleElement()
                .isInstanceOfSatisfying(
                        ReflectorNotice.Failure.class,
                        n -> assertThat(n.failure().message()).startsWith("failed to list things: "));
        drive.done();
        assertThat(drive.list().resourceVersion()).as("the flag stays").isEmpty();
    }

    @Test // RF-14, TestReflectorFullListIfExpired
    void pagesThatAreForgottenAreReadInOnePieceAtTheSameVersion() {
        Drive drive = new Drive(LISTING.withPageSize(4));
        List<String> asked = new ArrayList<>();
        asked.add(drive.list().resourceVersion());
        drive.following("10").broken("10", Refusals.forbidden()).done();
        asked.add(drive.list().resourceVersion());
        drive.page("11", "more", thing("lost", "1"));
        asked.add(drive.list().resourceVersion());
        drive.fail(Refusals.gone());
        asked.add(drive.list().resourceVersion());
        assertThat(asked).containsExactly("0", "10", "", "10");
        assertThat(drive.list().limit()).isZero();
        drive.page("12", "", thing("a", "1"));
        assertThat(drive.replace().objects()).extracting(o -> o.key().name()).containsExactly("a");
        assertThat(drive.replace().version()).isEqualTo("12");
    }

    @Test // RF-16
    void whatCannotBeHandedOnIsAFailureThatDoesNotMoveTheVersion() {
        Drive drive = new Drive(LISTING).page("10", "").fail(new IllegalStateException("no"));
        drive.pause();
        assertThat(drive.notices)
                .singleElement()
                .isInstanceOfSatisfying(
                        ReflectorNotice.Failure.class,
                        n -> assertThat(n.failure().message()).startsWith("unable to sync list result of things"));
        drive.done();
        assertThat(drive.list().resourceVersion()).isEqualTo("0");
    }

    // ---- RF-19 to RF-28

    @Test // RF-19, RF-22, TestReflectorListAndWatch, TestWatchList
    void theInitialStateComesAsAStreamThatGoesOnAsTheWatch() {
        Drive drive = new Drive(ReflectorPolicy.STANDARD);
        WatchOptions options = drive.stream();
        assertThat(options.initialEvents()).isTrue();
        assertThat(options.bookmarks()).isTrue();
        assertThat(options.resourceVersion()).isEmpty();
        drive.give(new ReflectorInput.Complete<>(List.of(thing("a", "1")), "10"));
        assertThat(drive.replace().version()).isEqualTo("10");
        drive.done();
        assertThat(drive.action).isEqualTo(new ReflectorAction.Follow<>("10"));
        drive.after(Duration.ofMinutes(5)).give(new ReflectorInput.Ended<>("15", 3));
        assertThat(drive.watch().resourceVersion()).isEqualTo("15");
        assertThat(drive.watch().initialEvents()).isFalse();
        drive.done().broken("16", Refusals.forbidden()).done();
        assertThat(drive.stream().resourceVersion()).isEqualTo("16");
    }

    @Test // RF-6, TestNewReflectorWithDisablementWatchList
    void aStreamIsAskedForOnlyIfBothSidesWantIt() {
        assertThat(new Drive(ReflectorPolicy.STANDARD, true, new Random(1)).action)
                .isInstanceOf(ReflectorAction.Stream.class);
        assertThat(new Drive(ReflectorPolicy.STANDARD, false, new Random(1)).action)
                .isInstanceOf(ReflectorAction.ListPage.class);
        assertThat(new Drive(LISTING, true, new Random(1)).action).isInstanceOf(ReflectorAction.ListPage.class);
        assertThat(new Drive(LISTING, false, new Random(1)).action).isInstanceOf(ReflectorAction.ListPage.class);
    }

    @Test // RF-23
    void aStreamThatEndsBeforeItsMarkIsAskedForAgainAtOnce() {
        Drive drive = new Drive(ReflectorPolicy.STANDARD);
        drive.after(Duration.ofSeconds(1)).give(new ReflectorInput.Ended<>("", 7));
        assertThat(drive.stream().resourceVersion()).isEmpty();
        drive.after(Duration.ofSeconds(1)).give(new ReflectorInput.Ended<>("12", 7));
        assertThat(drive.stream().resourceVersion())
                .as("what was collected is dropped (RF-19)")
                .isEmpty();
    }

    @Test // RF-23, and a server that ends every stream after its first events
    void aStreamThatEndsWithinASecondIsNotAskedForAgainAtOnce() {
        Drive drive = new Drive(ReflectorPolicy.STANDARD);
        Duration last = Duration.ZERO;
        for (int i = 0; i < 4; i++) {
            drive.after(Duration.ofMillis(999)).give(new ReflectorInput.Ended<>("12", 7));
            Duration pause = drive.pause();
            assertThat(pause).as("pause %d", i).isGreaterThan(last);
            last = pause.dividedBy(2);
            assertThat(drive.done().stream().resourceVersion()).isEmpty();
        }
    }

    @Test // RF-24, RF-9
    void aStreamThatIsRefusedIsReplacedByAListForThisTime() {
        for (Throwable failure :
                List.of(Refusals.invalid(), Refusals.internal(), Refusals.unreadable(), new AssertionError("x"))) {
            Drive drive = new Drive(ReflectorPolicy.STANDARD).fail(failure);
            assertThat(drive.list().resourceVersion()).isEqualTo("0");
            assertThat(drive.notices).singleElement().isInstanceOf(ReflectorNotice.FellBack.class);
            drive.following("10").broken("10", Refusals.forbidden()).done();
            assertThat(drive.stream().resourceVersion())
                    .as("tried again in the next cycle")
                    .isEqualTo("10");
        }
    }

    @Test // RF-23, RF-24
    void aStreamThatEndsAtOnceAndIsEmptyIsOneThatWasRefused() {
        Drive drive = new Drive(ReflectorPolicy.STANDARD);
        drive.after(Duration.ofHours(1)).give(new ReflectorInput.Ended<>("", 7)).stream();
        drive.after(Duration.ofSeconds(1)).give(new ReflectorInput.Ended<>("", 0)).stream();
        drive.after(Duration.ofMillis(999)).give(new ReflectorInput.Ended<>("", 0));
        assertThat(drive.list().resourceVersion()).isEqualTo("0");
    }

    @Test // RF-24
    void aStreamIsAskedForLaterFromAServerThatIsBusy() {
        for (Throwable busy : List.of(Refusals.throttled(), Refusals.refused())) {
            Drive drive = new Drive(ReflectorPolicy.STANDARD).fail(busy);
            assertThat(drive.pause()).isBetween(Duration.ofMillis(800), Duration.ofMillis(1600));
            assertThat(drive.done().stream().initialEvents()).isTrue();
            assertThat(drive.broken("", busy).pause()).isGreaterThanOrEqualTo(Duration.ofMillis(1600));
        }
    }

    @Test // RF-24, RF-19
    void aStreamIsAskedForWithoutTheVersionThatIsNotKnown() {
        Drive drive = new Drive(ReflectorPolicy.STANDARD);
        drive.give(new ReflectorInput.Complete<>(List.of(), "10")).done();
        drive.broken("10", Refusals.forbidden()).done();
        assertThat(drive.stream().resourceVersion()).isEqualTo("10");
        drive.fail(Refusals.gone());
        assertThat(drive.stream().resourceVersion()).isEmpty();
        drive.fail(Refusals.gone());
        assertThat(drive.list().resourceVersion())
                .as("no version was given, so it cannot help")
                .isEmpty();
    }

    // ---- RF-32 to RF-41

    @Test // RF-3, RF-33, TestWatchTimeout
    void aWatchLastsFromFiveToTenMinutesAndNoOptionMakesItShorter() {
        for (int seed = 0; seed < 200; seed++) {
            Drive drive = new Drive(LISTING.withMinWatchTimeout(Duration.ofSeconds(1)), true, new Random(seed));
            assertThat(drive.page("10", "").done().watch().timeout())
                    .isBetween(Duration.ofSeconds(300), Duration.ofSeconds(599));
        }
    }

    @Test // RF-33
    void howLongAWatchLastsIsAtRandomFromTheLeastToTwiceThat() {
        Duration hour = Duration.ofHours(1);
        ReflectorPolicy policy = LISTING.withMinWatchTimeout(hour);
        assertThat(watchTimeout(policy, 0)).isEqualTo(hour);
        assertThat(watchTimeout(policy, 0.25)).isEqualTo(Duration.ofMinutes(75));
        assertThat(watchTimeout(policy, 0.5)).isEqualTo(Duration.ofMinutes(90));
        assertThat(watchTimeout(policy, Math.nextDown(1.0)))
                .isEqualTo(hour.multipliedBy(2).minusSeconds(1));
        Random random = new Random(1);
        Drive drive = new Drive(LISTING, true, random).page("10", "").done();
        Set<Duration> timeouts = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            timeouts.add(Objects.requireNonNull(drive.watch().timeout()));
            drive.fail(Refusals.throttled()).done();
        }
        assertThat(timeouts).as("drawn anew for each watch").hasSizeGreaterThan(50);
    }

    private static Duration watchTimeout(ReflectorPolicy policy, double drawn) {
        Drive drive = new Drive(policy, true, drawing(drawn));
        return Objects.requireNonNull(drive.page("10", "").done().watch().timeout());
    }

    private static RandomGenerator drawing(double drawn) {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new UnsupportedOperationException("fractions only");
            }

            @Override
            public double nextDouble() {
                return drawn;
            }
        };
    }

    @Test // RF-33
    void aWatchBeginsAtTheLastVersionWithBookmarks() {
        WatchOptions options = new Drive(LISTING).page("10", "").done().watch();
        assertThat(options.resourceVersion()).isEqualTo("10");
        assertThat(options.bookmarks()).isTrue();
        assertThat(options.initialEvents()).isFalse();
    }

    @Test // RF-34, TestReflectorListAndWatchInitConnBackoff, TestBackoffOnTooManyRequests
    void aWatchThatABusyServerDoesNotOpenIsTriedLaterWithoutAList() {
        for (Throwable busy : List.of(Refusals.throttled(), Refusals.refused())) {
            Drive drive = new Drive(LISTING).page("10", "").done();
            for (int i = 0; i < 20; i++) {
                long least = Math.min(30_000, 800L << i);
                assertThat(drive.fail(busy).pause()).isBetween(Duration.ofMillis(least), Duration.ofMillis(2 * least));
                assertThat(drive.done().watch().resourceVersion()).isEqualTo("10");
            }
            assertThat(drive.notices)
                    .as("the log is told each time, the handler never")
                    .hasSize(20)
                    .containsOnly(new ReflectorNotice.Waiting(busy));
        }
    }

    @Test // RF-34, RF-41
    void aWatchThatIsRefusedIsAFailureAndLeadsToANewList() {
        Drive drive = new Drive(LISTING).page("10", "").done().fail(Refusals.forbidden());
        assertThat(drive.notices)
                .singleElement()
                .isInstanceOfSatisfying(
                        ReflectorNotice.Failure.class,
                        n -> assertThat(n.failure()).isInstanceOf(ReflectorFailure.WatchFailed.class));
        drive.pause();
        assertThat(drive.done().list().resourceVersion()).isEqualTo("10");
    }

    // TestReflectorHandleWatchResultChanClosedAfter: a second or an event is enough
    @Test // RF-38
    void aWatchThatEndsInOrderIsOpenedAgainAtOnce() {
        Drive drive = new Drive(LISTING).following("10");
        drive.give(new ReflectorInput.Ended<>("11", 1));
        assertThat(drive.watch().resourceVersion()).isEqualTo("11");
        drive.done().after(Duration.ofSeconds(1)).give(new ReflectorInput.Ended<>("11", 0));
        assertThat(drive.watch().resourceVersion()).isEqualTo("11");
        assertThat(drive.notices).isEmpty();
    }

    // TestReflectorHandleWatchResultChanClosedAfter
    @Test // RF-35, RF-38, TestReflectorHandleWatchResultChanClosedBefore
    void aWatchThatEndsAtOnceAndToldNothingIsNotOpenedAgainAtOnce() {
        Drive drive =
                new Drive(LISTING).after(Duration.ofHours(1)).page("10", "").done();
        drive.after(Duration.ofMillis(999)).done().give(new ReflectorInput.Ended<>("10", 0));
        drive.pause();
        assertThat(drive.notices).containsExactly(new ReflectorNotice.VeryShortWatch());
        assertThat(drive.done().list().resourceVersion()).isEqualTo("10");
    }

    @Test // RF-35
    void theTimeOfAWatchBeginsBeforeItIsAskedFor() {
        Drive drive = new Drive(LISTING).page("10", "").done();
        drive.after(Duration.ofSeconds(1)).done().give(new ReflectorInput.Ended<>("10", 0));
        assertThat(drive.watch().resourceVersion()).isEqualTo("10");
    }

    @Test // RF-39, RF-41
    void aForgottenVersionInAWatchLeadsToAListFromThatVersionWithoutAWord() {
        Drive drive = new Drive(LISTING).following("10").broken("12", Refusals.gone());
        drive.pause();
        assertThat(drive.notices).containsExactly(new ReflectorNotice.Expired());
        assertThat(drive.done().list().resourceVersion()).isEqualTo("12");
    }

    @Test // RF-39, TestNoRelistOnTooManyRequests
    void aWatchThatIsThrottledGoesOnLaterWithoutAList() {
        Drive drive = new Drive(LISTING).following("10");
        for (int i = 0; i < 4; i++) {
            drive.broken("10", Refusals.throttled()).pause();
            assertThat(drive.done().watch().resourceVersion()).isEqualTo("10");
            drive.done();
        }
        assertThat(drive.notices).hasOnlyElementsOfType(ReflectorNotice.Waiting.class);
    }

    @Test // RF-39, RF-41
    void anyOtherFailureOfAWatchLeadsToAListAndNobodyIsTold() {
        for (Throwable failure : List.of(
                Refusals.internal(),
                Refusals.unavailable(),
                Refusals.forbidden(),
                Refusals.unreadable(),
                new IllegalStateException("resync"),
                new StackOverflowError())) {
            Drive drive = new Drive(LISTING).following("10").broken("12", failure);
            drive.pause();
            assertThat(drive.notices).containsExactly(new ReflectorNotice.WatchBroke(failure));
            assertThat(drive.done().list().resourceVersion()).isEqualTo("12");
        }
    }

    @Test // RF-37, RF-39: not even if it looks like a server that is busy
    void aSinkThatFailsLeadsToAListFromTheVersionThatItHasNotTaken() {
        ReflectorPolicy policy = LISTING.withInternalErrorRetry(Duration.ofSeconds(30));
        for (Throwable failure : List.of(new StackOverflowError(), Refusals.throttled(), Refusals.internal())) {
            Drive drive = new Drive(policy).following("10").give(new ReflectorInput.Untaken<>("12", failure));
            drive.pause();
            assertThat(drive.notices)
                    .containsExactly(new ReflectorNotice.Failure(new ReflectorFailure.ApplyFailed("things", failure)));
            assertThat(drive.done().list().resourceVersion()).isEqualTo("12");
        }
    }

    @Test // RF-40, TestRetryInternalError
    void internalErrorsAreAnsweredWithAnotherWatchWhileTheWindowIsOpen() {
        Drive drive = new Drive(LISTING.withInternalErrorRetry(Duration.ofSeconds(30))).following("10");
        for (int i = 0; i <= 30; i++) {
            assertThat(drive.broken("10", Refusals.internal()).watch().resourceVersion())
                    .isEqualTo("10");
            drive.done().after(Duration.ofSeconds(1));
        }
        drive.broken("10", Refusals.internal()).pause();
    }

    @Test // RF-39, RF-40
    void theWindowIsForInternalErrorsOnlyInWhateverWayTheyAreNamed() {
        ReflectorPolicy policy = LISTING.withInternalErrorRetry(Duration.ofSeconds(30));
        for (Throwable internal :
                List.of(Refusals.status(500, "", "panic"), Refusals.status(503, "InternalError", "etcd"))) {
            new Drive(policy).following("10").broken("10", internal).watch();
        }
        new Drive(policy).following("10").broken("10", Refusals.unavailable()).pause();
    }

    @Test // RF-40, TestRetryWithDeadline
    void theWindowBeginsAnewAfterAQuietMinute() {
        Duration limit = Duration.ofSeconds(30);
        RetryWindow window = RetryWindow.CLOSED.error(0, limit);
        assertThat(window.isOpen()).isTrue();
        assertThat(window.error(Duration.ofSeconds(30).toNanos(), limit).isOpen())
                .isTrue();
        assertThat(window.error(Duration.ofSeconds(31).toNanos(), limit)).isEqualTo(RetryWindow.CLOSED);
        assertThat(window.error(Duration.ofSeconds(60).toNanos(), limit).isOpen())
                .isTrue();
        assertThat(RetryWindow.CLOSED.error(0, Duration.ZERO).isOpen())
                .as("off")
                .isFalse();
    }

    // ---- RF-4, RF-5, RF-8

    @Test // RF-4
    void pausesDoubleUpToThirtySecondsAndAreUpToTwiceAsLongAtRandom() {
        assertThat(ReflectorBackoff.STANDARD.pause(0, drawing(0))).isEqualTo(Duration.ofMillis(800));
        assertThat(ReflectorBackoff.STANDARD.pause(1, drawing(0.5))).isEqualTo(Duration.ofMillis(2400));
        assertThat(ReflectorBackoff.STANDARD.pause(9, drawing(0.5))).isEqualTo(Duration.ofSeconds(45));
        assertThat(ReflectorBackoff.STANDARD.pause(9, drawing(Math.nextDown(1.0))))
                .isGreaterThan(Duration.ofMillis(59_999));
        Random random = new Random(1);
        long[] least = {800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000};
        for (int i = 0; i < least.length; i++) {
            assertThat(ReflectorBackoff.STANDARD.pause(i, random))
                    .isBetween(Duration.ofMillis(least[i]), Duration.ofMillis(2 * least[i]));
        }
        assertThat(ReflectorBackoff.STANDARD.pause(1_000_000, random)).isLessThanOrEqualTo(Duration.ofMinutes(1));
    }

    @Test // RF-5
    void pausesAreShortAgainEveryTwoMinutesWhateverHappens() {
        Drive drive = new Drive(LISTING);
        for (int i = 0; i < 8; i++) {
            drive.fail(Refusals.forbidden()).done();
        }
        assertThat(drive.fail(Refusals.forbidden()).pause()).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
        drive.done().after(Duration.ofMinutes(2).plusNanos(1));
        assertThat(drive.fail(Refusals.forbidden()).pause()).isLessThan(Duration.ofMillis(1601));
    }

    @Test // RF-5
    void pausesAreShortAgainThoughTheServerFailsAllTheTime() {
        Drive drive = new Drive(LISTING, true, drawing(0));
        List<Duration> pauses = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            pauses.add(drive.fail(Refusals.forbidden()).pause());
            drive.done().after(Duration.ofSeconds(30));
        }
        assertThat(pauses)
                .as("never quiet for two minutes, and yet short again after two")
                .extracting(Duration::toMillis)
                .containsExactly(800L, 1600L, 3200L, 6400L, 12_800L, 800L, 1600L);
    }

    @Test // RF-4, TestNewReflectorWithCustomBackoff
    void pausesCanBeOthers() {
        var backoff = new ReflectorBackoff(Duration.ofSeconds(1), 3, Duration.ofSeconds(5), 0, Duration.ofDays(1));
        Drive drive = new Drive(LISTING.withBackoff(backoff));
        assertThat(drive.fail(Refusals.forbidden()).pause()).isEqualTo(Duration.ofSeconds(1));
        assertThat(drive.done().fail(Refusals.forbidden()).pause()).isEqualTo(Duration.ofSeconds(3));
        assertThat(drive.done().fail(Refusals.forbidden()).pause()).isEqualTo(Duration.ofSeconds(5));
    }

    // ---- distrust

    @Test
    void whoeverDistrustsGetsTheLatestState() {
        Drive drive = new Drive(LISTING).following("10").give(new ReflectorInput.Distrusted<>("12"));
        assertThat(drive.list().resourceVersion()).isEmpty();
        drive = new Drive(ReflectorPolicy.STANDARD);
        drive.give(new ReflectorInput.Complete<>(List.of(), "10")).done();
        drive.give(new ReflectorInput.Distrusted<>("12"));
        assertThat(drive.stream().resourceVersion()).isEmpty();
        drive = new Drive(LISTING)
                .following("10")
                .broken("10", Refusals.forbidden())
                .done();
        assertThat(drive.list().resourceVersion()).isEqualTo("10");
        drive.give(new ReflectorInput.Distrusted<>("10"));
        assertThat(drive.list().resourceVersion()).isEmpty();
    }

    @Test
    void theCopyIsComparedAtTheEndOfAWatchOnceInAWhile() {
        Drive drive = new Drive(LISTING.withSelfCheckPeriod(Duration.ofMinutes(10))).following("10");
        drive.after(Duration.ofMinutes(9)).give(new ReflectorInput.Ended<>("11", 1));
        drive.watch();
        drive.done().after(Duration.ofMinutes(1)).give(new ReflectorInput.Ended<>("12", 1));
        assertThat(drive.action).isEqualTo(new ReflectorAction.Compare<>("12"));
        drive.give(new ReflectorInput.Compared<>(SelfCheck.Finding.NOTHING));
        assertThat(drive.watch().resourceVersion()).isEqualTo("12");
        drive.done().after(Duration.ofMinutes(5)).give(new ReflectorInput.Ended<>("13", 1));
        drive.watch();
        drive.done().after(Duration.ofMinutes(5)).give(new ReflectorInput.Ended<>("13", 0));
        assertThat(drive.action).isEqualTo(new ReflectorAction.Compare<>("13"));
        drive.fail(Refusals.gone());
        assertThat(drive.watch().resourceVersion())
                .as("what cannot be compared is let be")
                .isEqualTo("13");
    }

    @Test
    void aCopyThatDiffersIsReadAnew() {
        Drive drive = new Drive(LISTING.withSelfCheckPeriod(Duration.ofMinutes(10))).following("10");
        drive.after(Duration.ofMinutes(10)).give(new ReflectorInput.Ended<>("12", 1));
        var finding = new SelfCheck.Finding(1, List.of(thing("a", "1").key()), List.of(), List.of());
        drive.give(new ReflectorInput.Compared<>(finding));
        assertThat(drive.list().resourceVersion()).isEmpty();
        assertThat(drive.notices).containsExactly(new ReflectorNotice.Diverged(finding));
    }

    @Test
    void forEverIsAGoodDurationForEverything() {
        Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
        var backoff = new ReflectorBackoff(forEver, 2, forEver, 1, forEver);
        assertThat(backoff.pause(3, new Random(1))).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
        var progress = new ReflectorBackoff.Progress(7, 1);
        assertThat(progress.at(Long.MAX_VALUE / 2, backoff)).isEqualTo(progress);
        RetryWindow window = RetryWindow.CLOSED
                .error(1, forEver)
                .error(Duration.ofSeconds(30).toNanos(), forEver);
        assertThat(window).isEqualTo(new RetryWindow(1, Duration.ofSeconds(30).toNanos()));
        Drive drive = new Drive(LISTING.withMinWatchTimeout(forEver)
                .withSelfCheckPeriod(forEver)
                .withBackoff(backoff));
        drive.give(new ReflectorInput.Page<>(new ResourceList<>(
                        ListMeta.builder().resourceVersion("5").build(), List.of())))
                .done();
        assertThat(drive.action)
                .isInstanceOfSatisfying(
                        ReflectorAction.Watch.class,
                        watch -> assertThat(watch.options().timeout())
                                .isEqualTo(Duration.ofSeconds(
                                        Duration.ofNanos(Long.MAX_VALUE).toSeconds())));
        drive.now = Duration.ofHours(1).toNanos();
        drive.done().give(new ReflectorInput.Ended<>("6", 1));
        assertThat(drive.action).isInstanceOf(ReflectorAction.Watch.class);
    }
}
