package dev.konverge.cli.demo;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.ReentrantLock;

/** Writes a page for all who have something to tell. Safe for use by many threads. */
final class Narrator {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Page page;

    Narrator(Page page) {
        this.page = page;
    }

    void say(String line) {
        lock.lock();
        try {
            page.say(line);
        } finally {
            lock.unlock();
        }
    }

    void chapter(String title) {
        lock.lock();
        try {
            page.chapter(title);
        } finally {
            lock.unlock();
        }
    }

    void event(String kind, String name, String what) {
        lock.lock();
        try {
            page.event(kind, name, what);
        } finally {
            lock.unlock();
        }
    }

    void done(String what) {
        lock.lock();
        try {
            page.done(what);
        } finally {
            lock.unlock();
        }
    }

    void progress(String what, int done, int all) {
        lock.lock();
        try {
            page.progress(what, done, all);
        } finally {
            lock.unlock();
        }
    }
}
