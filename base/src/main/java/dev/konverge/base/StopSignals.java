package dev.konverge.base;

import java.io.File;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * The signals by which a machine asks a program to stop, SIGINT, SIGTERM and, except on Windows, SIGHUP: the first one is a wish,
 * which the program sees to in order; a second SIGINT or SIGTERM is a command, which ends the process at once with exit code 1.
 * Of SIGHUP one closed terminal may send two: its kernel and its shell.
 *
 * <p>A process has one at a time, made by its main program. Closing it gives the signals back.
 */
public final class StopSignals implements AutoCloseable {
    private static final List<String> NAMES =
            File.separatorChar == '/' ? List.of("INT", "TERM", "HUP") : List.of("INT", "TERM");
    private static final int FORCED = 1;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final SignalTable table = new SignalTable();
    private final Map<Object, Object> before = new LinkedHashMap<>();

    private StopSignals() {}

    /** Begins to take the signals. */
    public static StopSignals take() {
        StopSignals signals = new StopSignals();
        for (String name : NAMES) {
            Object signal = signals.table.signal(name);
            signals.before.put(signal, signals.table.handle(signal, signals.table.handler(signals)));
        }
        return signals;
    }

    // Called by the handler that the table makes.
    @SuppressWarnings("UnusedMethod")
    private void receive(Object signal) {
        if (isCommand(isAsked(), signal.toString())) {
            // Not exit: whatever keeps the program from stopping may hold up shutdown hooks too.
            Runtime.getRuntime().halt(FORCED);
        }
        asked.countDown();
    }

    /** {@return whether a signal ends the process at once} Not one that a closed terminal sends twice. */
    static boolean isCommand(boolean asked, String signal) {
        return asked && !signal.equals("SIGHUP");
    }

    /** Waits for the first signal. */
    public void await() throws InterruptedException {
        asked.await();
    }

    /** {@return whether there was a signal} */
    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    @Override
    public void close() {
        before.forEach(table::handle);
    }

    /**
     * {@code sun.misc.Signal}, the only way in Java to take a signal more than once. It is called by name, because the compiler
     * warns of it in a way that cannot be turned off, and here warnings are errors.
     */
    private static final class SignalTable {
        private final Class<?> signal;
        private final Class<?> handler;

        SignalTable() {
            try {
                signal = Class.forName("sun.misc.Signal");
                handler = Class.forName("sun.misc.SignalHandler");
            } catch (ClassNotFoundException missing) {
                throw new IllegalStateException("this Java runtime lacks the module jdk.unsupported", missing);
            }
        }

        Object signal(String name) {
            try {
                return signal.getConstructor(String.class).newInstance(name);
            } catch (ReflectiveOperationException failure) {
                throw new IllegalStateException("signal " + name + " cannot be taken", failure);
            }
        }

        /**
         * {@return a handler, made as the compiler has lambdas made} A proxy brings some fifty classes along that
         * nothing else in a controller needs.
         */
        Object handler(StopSignals signals) {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodType given = MethodType.methodType(void.class, signal);
            try {
                MethodHandle receive = lookup.findVirtual(
                        StopSignals.class, "receive", MethodType.methodType(void.class, Object.class));
                return LambdaMetafactory.metafactory(
                                lookup,
                                "handle",
                                MethodType.methodType(handler, StopSignals.class),
                                given,
                                receive,
                                given)
                        .getTarget()
                        .invoke(signals);
            } catch (Throwable impossible) {
                throw new IllegalStateException("signals cannot be taken", impossible);
            }
        }

        /** Installs a handler. {@return the one before} */
        Object handle(Object which, Object how) {
            try {
                return signal.getMethod("handle", signal, handler).invoke(null, which, how);
            } catch (ReflectiveOperationException failure) {
                throw new IllegalStateException("signal " + which + " cannot be taken", failure);
            }
        }
    }
}
