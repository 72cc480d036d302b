package dev.konverge.controller.monitor;

import com.sun.net.httpserver.HttpServer;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Shows a manager to the outside over HTTP: {@code /metrics}, {@code /healthz} and {@code /readyz}; to this machine also {@code /loglevel}.
 *
 * <p>Health is whether to restart the process, readiness whether it does its work. Both name each check that fails.
 */
public final class MonitoringServer implements AutoCloseable {
    private static final int OK = 200;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int FAILING = 500;

    private final HttpServer server;
    private final Threads threads;

    private MonitoringServer(HttpServer server, Threads threads) {
        this.server = server;
        this.threads = threads;
    }

    /** A thread for each request, so that one that does not come to its end keeps no other waiting. */
    private static final class Threads implements Executor {
        /** The machine's, whatever time the manager lives in: sockets are the machine's too. */
        private final Platform machine = Platform.real();

        /** At work or ended since the last look; as many as there are connections at most. */
        private final Set<Task> tasks = ConcurrentHashMap.newKeySet();

        @Override
        public void execute(Runnable work) {
            tasks.removeIf(Task::isDone);
            tasks.add(machine.start("monitoring", work::run));
        }

        void close() {
            tasks.forEach(Task::interrupt);
            tasks.forEach(Task::close);
        }
    }

    /** What is asked: the name of a check, and whether all is well. */
    public static final class Checks {
        private final Map<String, BooleanSupplier> byName = new LinkedHashMap<>();

        /** Nothing is asked yet, so all is well. */
        public Checks() {}

        /**
         * Adds a check, which must be quick. One that throws has not been passed.
         *
         * @throws IllegalArgumentException if there is one of that name
         */
        public Checks add(String name, BooleanSupplier isWell) {
            if (byName.putIfAbsent(name, isWell) != null) {
                throw new IllegalArgumentException(
                        "there is a check \"" + name + "\" already: give this one another name");
            }
            return this;
        }

        /** {@return these and those of another} */
        public Checks addAll(Checks others) {
            others.byName.forEach(this::add);
            return this;
        }

        private Answer answer() {
            StringBuilder text = new StringBuilder();
            boolean well = true;
            for (Map.Entry<String, BooleanSupplier> check : byName.entrySet()) {
                boolean holds = holds(check.getValue());
                well &= holds;
                text.append(holds ? "[+]" : "[-]").append(check.getKey()).append(holds ? " ok\n" : " failed\n");
            }
            return new Answer(well ? OK : FAILING, Answer.PLAIN, well ? "ok" : text.toString());
        }

        private static boolean holds(BooleanSupplier check) {
            try {
                return check.getAsBoolean();
            } catch (RuntimeException | Error failure) {
                // A check that cannot be made has not been passed.
                return false;
            }
        }
    }

    /**
     * Opens a socket.
     *
     * @throws UncheckedIOException if the address is in use
     */
    public static MonitoringServer open(
            InetSocketAddress address,
            MetricsRegistry registry,
            Checks health,
            Checks readiness,
            Optional<LogLevels> logLevels) {
        try {
            HttpServer server = HttpServer.create(address, 0);
            serve(
                    server,
                    "/metrics",
                    () -> new Answer(OK, "text/plain; version=0.0.4; charset=utf-8", registry.text()));
            serve(server, "/healthz", health::answer);
            serve(server, "/readyz", readiness::answer);
            logLevels.ifPresent(levels -> server.createContext("/loglevel", new LogLevelHandler(levels)));
            Threads threads = new Threads();
            server.setExecutor(threads);
            server.start();
            return new MonitoringServer(server, threads);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    private static void serve(HttpServer server, String path, Supplier<Answer> answer) {
        server.createContext(path, exchange -> {
            try (exchange) {
                boolean read = exchange.getRequestMethod().equals("GET")
                        || exchange.getRequestMethod().equals("HEAD");
                Answer what =
                        read ? answer.get() : new Answer(METHOD_NOT_ALLOWED, Answer.PLAIN, "only GET is served here\n");
                what.send(exchange);
            }
        });
    }

    /** {@return where it listens} */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
