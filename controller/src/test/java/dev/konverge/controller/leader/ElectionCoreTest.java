package dev.konverge.controller.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.leader.ElectionCore.Action;
import dev.konverge.controller.leader.ElectionCore.Input;
import dev.konverge.controller.leader.ElectionCore.Moment;
import dev.konverge.controller.leader.ElectionCore.Tenure;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ElectionCoreTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Input TIMER = new Input.Timer();
    private static final Input WRITTEN = new Input.Written();
    private static final Input LOST = new Input.Failed(false);
    private static final Input CONFLICT = new Input.Failed(true);

    private final ElectionCore core = new ElectionCore(Election.as("me"), new Random(1));

    private Action at(long second, Input input) {
        return core.step(input, moment(second));
    }

    private static Moment moment(long second) {
        return new Moment(nanos(second), START.plusSeconds(second));
    }

    private static long nanos(long second) {
        return Duration.ofSeconds(second).toNanos();
    }

    private static LeaseRecord held(String holder, int duration, int renewed, int transitions) {
        return new LeaseRecord(holder, duration, START, START.plusSeconds(renewed), transitions);
    }

    private LeaseRecord update(Action action) {
        assertThat(action).isInstanceOf(Action.Update.class);
        return ((Action.Update) action).record();
    }

    private LeaseRecord becomeLeaderAt(long second) {
        at(second, TIMER);
        LeaseRecord record = ((Action.Create) at(second, new Input.Missing())).record();
        at(second, WRITTEN);
        return record;
    }

    @Test
    void aMissingLeaseIsCreated() {
        assertThat(at(100, TIMER)).isEqualTo(new Action.Read());
        Instant now = START.plusSeconds(101);
        assertThat(at(101, new Input.Missing())).isEqualTo(new Action.Create(new LeaseRecord("me", 15, now, now, 0)));
        assertThat(at(102, WRITTEN)).isEqualTo(new Action.Sleep(nanos(104)));
        assertThat(core.findTenure()).contains(new Tenure(0, nanos(111)));
        assertThat(core.findHolder()).contains("me");
    }

    @Test
    void aLeaderKnowsItsOwnWriteHoweverManyFollowedItWithoutAnAnswer() {
        Election patient =
                Election.as("me").withTimes(Duration.ofSeconds(90), Duration.ofSeconds(60), Duration.ofSeconds(1));
        ElectionCore slow = new ElectionCore(patient, new Random(1));
        slow.step(TIMER, moment(0));
        slow.step(new Input.Missing(), moment(0));
        slow.step(WRITTEN, moment(0));
        LeaseRecord arrived = update(slow.step(TIMER, moment(1)));
        for (int second = 2; second < 50; second++) {
            // Neither the write nor the look after it has an answer.
            slow.step(LOST, moment(second));
            slow.step(LOST, moment(second));
            slow.step(TIMER, moment(second));
        }
        slow.step(CONFLICT, moment(50));
        slow.step(new Input.Found(arrived), moment(50));
        assertThat(slow.findTenure()).as("it leads on").isPresent();
    }

    @Test
    void aTermIsCountedFromWhenTheWriteWasSentNotFromItsAnswer() {
        at(100, TIMER);
        at(100, new Input.Missing());
        at(109, WRITTEN);
        assertThat(core.findTenure()).contains(new Tenure(0, nanos(110)));
    }

    @Test
    void anAnswerThatCameAfterTheDeadlineMakesNoLeader() {
        at(100, TIMER);
        at(100, new Input.Missing());
        assertThat(at(110, WRITTEN)).isInstanceOf(Action.Sleep.class);
        assertThat(core.findTenure()).isEmpty();
    }

    /** LE-5. */
    @Test
    void anEmptyHolderIsReplacedAtOnce() {
        at(100, TIMER);
        LeaseRecord record = update(at(100, new Input.Found(held("", 1, 99, 7))));
        assertThat(record.holder()).isEqualTo("me");
        assertThat(record.transitions()).isEqualTo(8);
    }

    /** LE-2, LE-3, LE-5: what the lease says about time is not believed. */
    @Test
    void aCandidateWaitsForAFullDurationFromItsOwnFirstLookHoweverOldTheLeaseClaimsToBe() {
        LeaseRecord ancient = new LeaseRecord("other", 15, Instant.EPOCH, Instant.EPOCH, 3);
        at(100, TIMER);
        assertThat(at(100, new Input.Found(ancient))).isInstanceOf(Action.Sleep.class);
        at(114, TIMER);
        assertThat(at(114, new Input.Found(ancient))).isInstanceOf(Action.Sleep.class);
        at(115, TIMER);
        assertThat(update(at(115, new Input.Found(ancient))).transitions()).isEqualTo(4);
    }

    /** LE-3. */
    @Test
    void theDurationThatCountsIsTheOneInTheLease() {
        LeaseRecord longer = held("other", 60, 0, 0);
        at(100, TIMER);
        at(100, new Input.Found(longer));
        at(159, TIMER);
        assertThat(at(159, new Input.Found(longer))).isInstanceOf(Action.Sleep.class);
        at(160, TIMER);
        assertThat(at(160, new Input.Found(longer))).isInstanceOf(Action.Update.class);
    }

    /** LE-2: the wait is counted from when the record was last seen to change. */
    @Test
    void aRenewalStartsTheWaitAnew() {
        at(100, TIMER);
        at(100, new Input.Found(held("other", 15, 1, 0)));
        at(114, TIMER);
        at(114, new Input.Found(held("other", 15, 2, 0)));
        at(128, TIMER);
        assertThat(at(128, new Input.Found(held("other", 15, 2, 0)))).isInstanceOf(Action.Sleep.class);
    }

    @Test
    void aLeaseWithoutASpecIsFreeToTake() {
        at(100, TIMER);
        LeaseRecord nothing = new LeaseRecord("", 0, null, null, 0);
        assertThat(update(at(100, new Input.Found(nothing))).holder()).isEqualTo("me");
    }

    /** LE-7. */
    @Test
    void candidatesWaitBetweenTwoAndFourPointFourSeconds() {
        for (int i = 0; i < 200; i++) {
            at(100, TIMER);
            long until = ((Action.Sleep) at(100, LOST)).until() - nanos(100);
            assertThat(until).isBetween(nanos(2), Duration.ofMillis(4400).toNanos());
        }
        ElectionCore unlucky = new ElectionCore(Election.as("me"), () -> -1);
        unlucky.step(TIMER, moment(0));
        long longest = ((Action.Sleep) unlucky.step(LOST, moment(0))).until();
        assertThat(longest)
                .isBetween(
                        Duration.ofMillis(4399).toNanos(),
                        Duration.ofMillis(4400).toNanos());
    }

    @Test
    void aLeaderRenewsWithoutReadingAndKeepsWhenItTookTheLease() {
        LeaseRecord first = becomeLeaderAt(100);
        LeaseRecord second = update(at(102, TIMER));
        assertThat(second).isEqualTo(first.renewed(START.plusSeconds(102)));
        at(103, WRITTEN);
        assertThat(core.findTenure()).contains(new Tenure(0, nanos(112)));
    }

    @Test
    void aFailedRenewalIsFollowedByALook() {
        LeaseRecord first = becomeLeaderAt(100);
        at(102, TIMER);
        assertThat(at(103, CONFLICT)).isEqualTo(new Action.Read());
        assertThat(update(at(103, new Input.Found(first))).holder()).isEqualTo("me");
        at(103, WRITTEN);
        assertThat(core.findTenure()).contains(new Tenure(0, nanos(113)));
    }

    @Test
    void aRenewalWhoseAnswerWasLostIsRecognised() {
        becomeLeaderAt(100);
        LeaseRecord unanswered = update(at(102, TIMER));
        at(103, LOST);
        assertThat(at(104, new Input.Found(unanswered))).isInstanceOf(Action.Update.class);
        assertThat(core.findTenure()).isPresent();
    }

    @Test
    void aLeaseWhoseCreationWasNotAnsweredIsRecognised() {
        at(100, TIMER);
        LeaseRecord unanswered = ((Action.Create) at(100, new Input.Missing())).record();
        at(101, LOST);
        at(104, TIMER);
        assertThat(update(at(104, new Input.Found(unanswered))).holder()).isEqualTo("me");
    }

    /** LE-8. */
    @Test
    void aLeaderThatCannotRenewStopsAtItsDeadlineAndNotLater() {
        becomeLeaderAt(100);
        at(102, TIMER);
        at(107, LOST);
        assertThat(at(109, LOST)).isEqualTo(new Action.Sleep(nanos(110)));
        assertThat(core.findTenure()).isPresent();
        assertThat(at(110, TIMER)).isInstanceOf(Action.Sleep.class);
        assertThat(core.findTenure()).isEmpty();
    }

    @Test
    void aRenewalAnsweredAfterTheEndOfTheTermDoesNotBringItBack() {
        becomeLeaderAt(100);
        LeaseRecord late = update(at(109, TIMER));
        assertThat(at(111, WRITTEN)).isInstanceOf(Action.Sleep.class);
        assertThat(core.findTenure()).isEmpty();
        assertThat(core.findLastChange()).as("it is known all the same").contains(nanos(111));
        at(114, TIMER);
        assertThat(update(at(114, new Input.Found(late))).transitions()).isEqualTo(1);
    }

    /** LE-5: the wait begins with the first look, also if that comes too late to act on. */
    @Test
    void aHolderThatIsSeenAfterTheEndOfTheTermIsWaitedForFromThenOn() {
        LeaseRecord others = held("other", 15, 2, 1);
        becomeLeaderAt(100);
        at(102, TIMER);
        assertThat(at(103, CONFLICT)).isEqualTo(new Action.Read());
        assertThat(at(111, new Input.Found(others))).isInstanceOf(Action.Sleep.class);
        assertThat(core.findHolder()).contains("other");
        at(126, TIMER);
        assertThat(update(at(126, new Input.Found(others))).transitions()).isEqualTo(2);
    }

    /** LE-4. */
    @Test
    void aLeaderThatSeesAnotherHolderStopsAtOnce() {
        becomeLeaderAt(100);
        at(102, TIMER);
        at(102, CONFLICT);
        assertThat(at(102, new Input.Found(held("other", 15, 2, 1)))).isInstanceOf(Action.Sleep.class);
        assertThat(core.findTenure()).isEmpty();
        assertThat(core.findHolder()).contains("other");
    }

    @Test
    void aLeaderWhoseLeaseWasEmptiedStopsBecauseOthersMayHaveLedInBetween() {
        becomeLeaderAt(100);
        at(102, TIMER);
        at(102, CONFLICT);
        at(102, new Input.Found(held("", 1, 2, 5)));
        assertThat(core.findTenure()).isEmpty();
    }

    /** LE-4, where client-go believes the name alone. */
    @Test
    void twoWithTheSameIdentityDoNotLeadTogether() {
        becomeLeaderAt(100);
        at(102, TIMER);
        at(102, CONFLICT);
        at(102, new Input.Found(held("me", 15, 77, 0)));
        assertThat(core.findTenure()).isEmpty();
        at(105, TIMER);
        assertThat(at(105, new Input.Found(held("me", 15, 78, 0)))).isInstanceOf(Action.Sleep.class);
    }

    @Test
    void aLeaderPutsADeletedLeaseBackAndTheNumberOfItsTermStays() {
        LeaseRecord first = becomeLeaderAt(100);
        at(102, TIMER);
        at(102, LOST);
        assertThat(at(102, new Input.Missing())).isEqualTo(new Action.Create(first.renewed(START.plusSeconds(102))));
        at(102, WRITTEN);
        assertThat(core.findTenure()).contains(new Tenure(0, nanos(112)));
    }

    @Test
    void theNumberOfTermsGoesOnAfterALeaseWasDeleted() {
        at(100, TIMER);
        at(100, new Input.Found(held("other", 15, 0, 41)));
        at(103, TIMER);
        at(103, new Input.Missing());
        at(118, TIMER);
        LeaseRecord made = ((Action.Create) at(118, new Input.Missing())).record();
        assertThat(made.transitions()).isEqualTo(42);
    }

    /** Its holder may not know of it yet, and may have renewed it unseen until then. */
    @Test
    void aLeaseThatWasDeletedIsNotTakenBeforeTheTermOfItsHolderIsOver() {
        at(100, TIMER);
        at(100, new Input.Found(held("other", 15, 0, 41)));
        at(103, TIMER);
        at(113, LOST);
        at(116, TIMER);
        assertThat(at(116, new Input.Missing())).isInstanceOf(Action.Sleep.class);
        at(130, TIMER);
        assertThat(at(130, new Input.Missing())).isInstanceOf(Action.Sleep.class);
        at(131, TIMER);
        assertThat(at(131, new Input.Missing())).isInstanceOf(Action.Create.class);
    }

    @Test
    void aLeaseThatItsHolderHasPutBackIsItsOwnForAFullDuration() {
        at(100, TIMER);
        at(100, new Input.Found(held("other", 15, 0, 41)));
        at(103, TIMER);
        at(103, new Input.Missing());
        at(106, TIMER);
        at(106, new Input.Found(held("other", 15, 5, 41)));
        at(120, TIMER);
        assertThat(at(120, new Input.Found(held("other", 15, 5, 41)))).isInstanceOf(Action.Sleep.class);
        at(121, TIMER);
        assertThat(at(121, new Input.Found(held("other", 15, 5, 41)))).isInstanceOf(Action.Update.class);
    }

    @Test
    void aDeletedLeaseIsWaitedForEvenIfNobodyHeldItWhenItWasLastSeen() {
        at(100, TIMER);
        at(100, new Input.Found(held("", 1, 0, 41)));
        at(101, LOST);
        at(103, TIMER);
        assertThat(at(103, new Input.Missing())).isInstanceOf(Action.Sleep.class);
        at(117, TIMER);
        assertThat(at(117, new Input.Missing())).isInstanceOf(Action.Sleep.class);
        at(118, TIMER);
        assertThat(at(118, new Input.Missing())).isInstanceOf(Action.Create.class);
    }

    @Test
    void theWaitForADeletedLeaseBeginsAnewAfterALookThatFailed() {
        at(100, TIMER);
        at(100, new Input.Found(held("other", 15, 0, 41)));
        at(103, TIMER);
        at(103, new Input.Missing());
        at(106, TIMER);
        at(111, LOST);
        at(114, TIMER);
        at(114, new Input.Missing());
        at(128, TIMER);
        assertThat(at(128, new Input.Missing())).isInstanceOf(Action.Sleep.class);
        at(129, TIMER);
        assertThat(at(129, new Input.Missing())).isInstanceOf(Action.Create.class);
    }

    /** LE-10. */
    @Test
    void aLeaseIsGivenUpByEmptyingItAndKeepingTheCount() {
        LeaseRecord own = becomeLeaderAt(100);
        assertThat(at(101, new Input.Resign(false))).isEqualTo(new Action.Read());
        assertThat(core.findTenure()).isEmpty();
        LeaseRecord empty = update(at(101, new Input.Found(own)));
        Instant now = START.plusSeconds(101);
        assertThat(empty).isEqualTo(new LeaseRecord("", 1, now, now, own.transitions()));
        assertThat(at(101, WRITTEN)).isEqualTo(new Action.Finish());
        assertThat(core.findHolder()).contains("");
    }

    /** LE-10, where client-go would empty the lease of its successor. */
    @Test
    void theLeaseOfASuccessorIsNeverEmptied() {
        becomeLeaderAt(100);
        at(101, new Input.Resign(false));
        assertThat(at(101, new Input.Found(held("other", 15, 1, 1)))).isEqualTo(new Action.Finish());
    }

    @Test
    void aConflictOnGivingUpIsTriedAgainAfterAFreshLook() {
        LeaseRecord own = becomeLeaderAt(100);
        at(101, new Input.Resign(false));
        at(101, new Input.Found(own));
        assertThat(at(102, CONFLICT)).isEqualTo(new Action.Read());
        assertThat(at(102, new Input.Found(own))).isInstanceOf(Action.Update.class);
        assertThat(at(110, CONFLICT)).isEqualTo(new Action.Finish());
    }

    @Test
    void anotherFailureOnGivingUpEndsIt() {
        LeaseRecord own = becomeLeaderAt(100);
        at(101, new Input.Resign(false));
        at(101, new Input.Found(own));
        assertThat(at(102, LOST)).isEqualTo(new Action.Finish());
        assertThat(core.findHolder()).contains("me");
    }

    @Test
    void aLeaseThatIsGoneNeedNotBeGivenUp() {
        becomeLeaderAt(100);
        at(101, new Input.Resign(false));
        assertThat(at(101, new Input.Missing())).isEqualTo(new Action.Finish());
    }

    /** LE-10 releaseOnCancel. */
    @Test
    void whoDoesNotReleaseLeavesTheLeaseAsItIs() {
        ElectionCore keeping = new ElectionCore(Election.as("me").withoutRelease(), new Random(1));
        keeping.step(TIMER, moment(100));
        keeping.step(new Input.Missing(), moment(100));
        keeping.step(WRITTEN, moment(100));
        assertThat(keeping.findTenure()).isPresent();
        assertThat(keeping.step(new Input.Resign(false), moment(101))).isEqualTo(new Action.Finish());
    }

    @Test
    void aFollowerHasNothingToGiveUp() {
        at(100, TIMER);
        at(100, new Input.Found(held("other", 15, 1, 1)));
        assertThat(at(101, new Input.Resign(false))).isEqualTo(new Action.Finish());
    }

    @Test
    void aLeaderThatGivesUpForNowCampaignsAgain() {
        LeaseRecord own = becomeLeaderAt(100);
        at(101, new Input.Resign(true));
        at(101, new Input.Found(own));
        assertThat(at(101, WRITTEN)).isInstanceOf(Action.Sleep.class);
        assertThat(at(104, TIMER)).isEqualTo(new Action.Read());
    }
}
