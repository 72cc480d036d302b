package dev.konverge.architecture;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.regex.Pattern;

/** Calls that belong to {@code base}, or nowhere. A module that needs one lifts the ban and says why. */
public enum Ban {
    /** Reading the machine's clock. */
    CLOCK(
            "take a Platform, and ask its clock()",
            "java\\.time\\.(Instant|Local\\w+|OffsetDateTime|ZonedDateTime|Year\\w*)#now.*",
            "java\\.time\\.Clock#(system|tick)\\w*.*",
            "java\\.lang\\.System#(nanoTime|currentTimeMillis).*",
            "java\\.util\\.Date#<init>\\(\\)"),
    /** Making threads and timers. */
    THREADS(
            "take a Platform, and start() a task",
            "java\\.lang\\.Thread#(<init>|startVirtualThread|ofVirtual|ofPlatform).*",
            "java\\.util\\.concurrent\\.Executors#.*",
            "java\\.util\\.concurrent\\.(ThreadPoolExecutor|ScheduledThreadPoolExecutor|ForkJoinPool)#.*",
            "java\\.util\\.concurrent\\.CompletableFuture#(\\w+Async|orTimeout|completeOnTimeout).*",
            "java\\.util\\.Timer#.*",
            ".*#parallel(Stream)?\\(.*"),
    /** Waiting where a simulation cannot see it. */
    WAITING(
            "wait on a Signal, or sleep() on the Platform",
            "java\\.lang\\.Thread#(sleep|join|yield|onSpinWait).*",
            "java\\.lang\\.Object#(wait|notify|notifyAll)\\(.*",
            "java\\.util\\.concurrent\\.locks\\.LockSupport#park.*",
            "java\\.util\\.concurrent\\.locks\\.\\w+#(newCondition|tryLock\\(long).*",
            "java\\.util\\.concurrent\\.(CountDownLatch|CyclicBarrier|Phaser|Semaphore|Exchanger)#.*",
            "java\\.util\\.concurrent\\.\\w*(Blocking|Synchronous|Transfer)\\w+#.*",
            "java\\.util\\.concurrent\\.\\w*Future\\w*#(get|join)\\(.*",
            "java\\.util\\.concurrent\\.TimeUnit#(sleep|timedWait|timedJoin).*"),
    /** Randomness that no seed repeats. */
    RANDOMNESS(
            "take a Platform, and ask its random()",
            "java\\.lang\\.Math#random.*",
            "java\\.util\\.concurrent\\.ThreadLocalRandom#.*",
            "java\\.util\\.(Random|SplittableRandom)#<init>\\(\\)",
            "java\\.util\\.random\\.RandomGenerator#(getDefault|of)\\(.*",
            "java\\.util\\.UUID#randomUUID.*"),
    /** Using the process's own streams, or ending it. */
    PROCESS(
            "log, or return a result to whoever owns the process",
            "java\\.lang\\.System#(out|err|in|exit).*",
            "java\\.lang\\.Runtime#(exit|halt|addShutdownHook).*",
            ".*#printStackTrace\\(\\)"),
    /** Finding code by name at run time. */
    REFLECTION(
            "pass it in",
            "java\\.lang\\.Class#(forName|getDeclared\\w+|getMethods?|getFields?|getConstructors?|newInstance)\\(.*",
            "java\\.lang\\.reflect\\.(Method|Field|Constructor|Proxy)#.*",
            "java\\.util\\.ServiceLoader#.*");

    private final String instead;
    private final Pattern calls;

    Ban(String instead, String... calls) {
        this.instead = instead;
        this.calls = Pattern.compile(String.join("|", calls));
    }

    /** {@return what to do in place of it} */
    String instead() {
        return instead;
    }

    boolean forbids(JavaAccess<?> access) {
        return calls.matcher(describe(access)).matches();
    }

    private static String describe(JavaAccess<?> access) {
        String call =
                access.getTargetOwner().getName() + "#" + access.getTarget().getName();
        return access.getTarget() instanceof CodeUnitAccessTarget target
                ? call + "("
                        + String.join(
                                ",",
                                target.getRawParameterTypes().stream()
                                        .map(type -> type.getName())
                                        .toList()) + ")"
                : call;
    }
}
