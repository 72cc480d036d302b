package dev.konverge.architecture;

import java.time.Instant;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/** Does what is banned, one method a ban, for {@link ArchitectureRulesTest}. */
final class Offender {
    private Offender() {}

    static final class OfClock {
        Instant calendar() {
            return Instant.now();
        }

        long monotonic() {
            return System.nanoTime();
        }
    }

    static final class OfThreads {
        Thread virtual() {
            return Thread.ofVirtual().unstarted(() -> {});
        }

        CompletableFuture<Void> pool() {
            return CompletableFuture.runAsync(() -> {});
        }
    }

    static final class OfWaiting {
        void sleep() throws InterruptedException {
            Thread.sleep(1);
        }

        void latch() throws InterruptedException {
            new CountDownLatch(0).await();
        }

        Object queue() throws InterruptedException {
            return new LinkedBlockingQueue<>().take();
        }

        Object condition() {
            return new ReentrantLock().newCondition();
        }
    }

    static final class OfRandomness {
        Random unseeded() {
            return new Random();
        }

        double math() {
            return Math.random();
        }
    }

    static final class OfProcess {
        void print(String text) {
            System.out.println(text);
        }

        void exit() {
            System.exit(1);
        }
    }

    static final class OfReflection {
        Class<?> load(String name) throws ClassNotFoundException {
            return Class.forName(name);
        }

        Object services() {
            return ServiceLoader.load(Runnable.class);
        }
    }
}
