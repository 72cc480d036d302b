package dev.konverge.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Connects to one of several addresses (RFC 8305): to the first, and, whenever none has answered for a quarter of a second, to the next
 * one as well. The first that answers wins.
 */
final class AddressRace {
    private static final Duration HEAD_START = Duration.ofMillis(250);

    private final Platform platform;
    private final int port;
    private final Duration timeout;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    @GuardedBy("lock")
    private @Nullable Socket winner;

    @GuardedBy("lock")
    private @Nullable IOException failure;

    @GuardedBy("lock")
    private int running;

    /** Whether nobody waits any more. */
    @GuardedBy("lock")
    private boolean over;

    private AddressRace(int port, Duration timeout, Platform platform) {
        this.port = port;
        this.timeout = timeout;
        this.platform = platform;
        this.changed = platform.signal(lock);
    }

    /**
     * {@return a connected socket}
     *
     * @param begun given the socket before it is connected, if there is only one address; closing it ends the wait. With several, an
     *     interrupt does
     */
    static Socket connect(
            InetAddress[] addresses, int port, Duration timeout, Platform platform, Consumer<Socket> begun)
            throws IOException, InterruptedException {
        if (addresses.length == 1) {
            return connect(addresses[0], port, timeout, begun);
        }
        return new AddressRace(port, timeout, platform).run(alternating(addresses));
    }

    private static Socket connect(InetAddress address, int port, Duration timeout, Consumer<Socket> begun)
            throws IOException {
        Socket socket = new Socket(java.net.Proxy.NO_PROXY);
        boolean connected = false;
        try {
            begun.accept(socket);
            socket.connect(new InetSocketAddress(address, port), Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE));
            connected = true;
            return socket;
        } finally {
            if (!connected) {
                socket.close();
            }
        }
    }

    /** {@return the addresses with those of both families in turn, beginning with the first one's} */
    static List<InetAddress> alternating(InetAddress[] addresses) {
        List<InetAddress> same = new ArrayList<>();
        List<InetAddress> other = new ArrayList<>();
        for (InetAddress address : addresses) {
            (address instanceof Inet6Address == addresses[0] instanceof Inet6Address ? same : other).add(address);
        }
        List<InetAddress> all = new ArrayList<>();
        for (int i = 0; i < Math.max(same.size(), other.size()); i++) {
            if (i < same.size()) {
                all.add(same.get(i));
            }
            if (i < other.size()) {
                all.add(other.get(i));
            }
        }
        return all;
    }

    private Socket run(List<InetAddress> addresses) throws IOException, InterruptedException {
        List<Task> attempts = new ArrayList<>();
        Socket found = null;
        try {
            for (InetAddress address : addresses) {
                attempts.add(begin(address));
                found = await(HEAD_START);
                if (found != null) {
                    return found;
                }
            }
            found = await(timeout.plus(timeout));
            if (found != null) {
                return found;
            }
            throw failed();
        } finally {
            Socket late = giveUp();
            if (found == null && late != null) {
                late.close();
            }
            attempts.forEach(Task::interrupt);
        }
    }

    private Task begin(InetAddress address) {
        lock.lock();
        try {
            running++;
        } finally {
            lock.unlock();
        }
        return platform.start("connect", () -> attempt(address));
    }

    private void attempt(InetAddress address) throws IOException {
        Socket socket = null;
        IOException reason = null;
        try {
            socket = connect(address, port, timeout, unused -> {});
        } catch (IOException e) {
            reason = e;
        }
        boolean late;
        lock.lock();
        try {
            running--;
            late = over || winner != null;
            if (!late && socket != null) {
                winner = socket;
            }
            if (failure == null) {
                failure = reason;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (late && socket != null) {
            socket.close();
        }
    }

    /** {@return the winner; null if there is none yet} Does not wait when all that were begun have failed. */
    private @Nullable Socket await(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long deadline = platform.clock().deadlineAfter(patience);
            while (winner == null && running > 0 && changed.awaitUntil(deadline)) {
                // Something has changed.
            }
            return winner;
        } finally {
            lock.unlock();
        }
    }

    private IOException failed() {
        lock.lock();
        try {
            return failure == null ? new ConnectTimeoutException("no address answered in time") : failure;
        } finally {
            lock.unlock();
        }
    }

    /** {@return what has been connected, perhaps after the last look} */
    private @Nullable Socket giveUp() {
        lock.lock();
        try {
            over = true;
            return winner;
        } finally {
            lock.unlock();
        }
    }
}
