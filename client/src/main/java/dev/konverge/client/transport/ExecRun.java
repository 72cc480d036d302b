package dev.konverge.client.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.ExecPlugin;
import dev.konverge.client.config.ExecPlugin.InteractiveMode;
import dev.konverge.client.config.Tls;
import dev.konverge.client.transport.TransportMetrics.PluginCall;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Runs an exec plugin and reads what it prints. One that hangs is killed, with all that it started. */
final class ExecRun {
    /** More than any credential; what prints more is not a plugin. */
    private static final int MAX_OUTPUT = 1 << 20;

    private static final Duration KILL_BOUND = Duration.ofSeconds(2);

    private final ExecPlugin plugin;
    private final ExecGate gate;
    private final Environment environment;
    private final TransportMetrics metrics;
    private final Platform platform;
    private final Duration limit;

    /** Used by the one thread that runs the plugin. */
    private final HintLimit hints = new HintLimit();

    ExecRun(ExecPlugin plugin, ExecGate gate, Platform platform, Duration limit) {
        this.plugin = plugin;
        this.gate = gate;
        this.environment = gate.environment();
        this.metrics = gate.metrics();
        this.platform = platform;
        this.limit = limit;
    }

    /**
     * What came of a run.
     *
     * @param code the exit code
     * @param printed what was printed, or null if it was too much
     */
    private record Outcome(int code, @Nullable String printed) {
        /** {@return the exit code; what was printed is a credential} */
        @Override
        public String toString() {
            return "Outcome[" + code + ", …]";
        }
    }

    /**
     * {@return what the plugin printed} For one thread at a time.
     *
     * @throws ConfigException if it must not or cannot be run, fails, hangs, or prints something else
     * @throws InterruptedException if the thread was interrupted; the plugin has been killed then
     */
    ExecCredential run() throws InterruptedException {
        gate.check(plugin);
        boolean interactive = interactive();
        Process process = start(interactive);
        Outcome outcome = await(process);
        metrics.pluginCalled(outcome.code() == 0 ? PluginCall.NO_ERROR : PluginCall.FAILED, outcome.code());
        if (outcome.code() != 0) {
            throw ExecCredential.bad(plugin, "it failed with exit code " + outcome.code());
        }
        String printed = outcome.printed();
        if (printed == null) {
            throw ExecCredential.bad(plugin, "it printed more than " + MAX_OUTPUT + " bytes");
        }
        ExecCredential credential = ExecCredential.parse(printed, plugin);
        Tls.ClientCertificate certificate = credential.shown().certificate();
        if (certificate != null) {
            // Here, so that a bad one counts as a run that failed and is not kept.
            TlsMaterial.check(certificate, platform.clock().now());
        }
        if (credential.expires() != null) {
            metrics.pluginExpires(credential.expires());
        }
        return credential;
    }

    private boolean interactive() {
        if (plugin.interactive() == InteractiveMode.ALWAYS && !environment.terminal()) {
            throw new ConfigException(
                    "it must ask the user, and standard input is not a terminal",
                    "exec plugin " + plugin.command(),
                    "run this program in a terminal, or set interactiveMode to IfAvailable");
        }
        return plugin.interactive() != InteractiveMode.NEVER && environment.terminal();
    }

    private Process start(boolean interactive) {
        List<String> command = new ArrayList<>();
        command.add(plugin.command());
        command.addAll(plugin.args());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(Redirect.INHERIT)
                .redirectInput(interactive ? Redirect.INHERIT : Redirect.PIPE);
        builder.environment().clear();
        builder.environment().putAll(environment.variables());
        builder.environment().putAll(plugin.env());
        builder.environment().put("KUBERNETES_EXEC_INFO", ExecCredential.request(plugin, interactive));
        try {
            Process process = builder.start();
            if (!interactive) {
                process.getOutputStream().close();
            }
            return process;
        } catch (IOException e) {
            throw notStarted(e);
        }
    }

    private ConfigException notStarted(IOException cause) {
        String where = "exec plugin " + plugin.command();
        boolean found = gate.find(plugin.command()).isPresent();
        metrics.pluginCalled(found ? PluginCall.NOT_RUN : PluginCall.NOT_FOUND, 1);
        if (found) {
            // The text of the cause may hold arguments, so it stays a cause.
            return new ConfigException("it cannot be run", where, "check that it is a program", cause);
        }
        return new ConfigException("executable " + plugin.command() + " not found", where, hint(), cause);
    }

    private String hint() {
        String hint = plugin.installHint().strip();
        return hint.isEmpty() || !hints.take(platform.clock().nanoTime()) ? "install it, or correct command" : hint;
    }

    /** Pipes cannot be waited for with an interrupt, so a task of its own reads, and this thread waits for the task. */
    private Outcome await(Process process) throws InterruptedException {
        Reading reading = new Reading(process, platform);
        Task task = platform.start("exec-plugin", reading);
        boolean done = false;
        try {
            Outcome outcome = reading.await(platform.clock().deadlineAfter(limit));
            if (outcome == null) {
                metrics.pluginCalled(PluginCall.NOT_RUN, 1);
                throw ExecCredential.bad(plugin, "it did not end within " + limit.toSeconds() + " seconds");
            }
            done = true;
            return outcome;
        } finally {
            if (!done) {
                kill(process);
            }
            joinQuietly(task, done);
        }
    }

    private static void joinQuietly(Task task, boolean done) {
        if (done) {
            task.close();
            return;
        }
        task.interrupt();
        boolean interrupted = Thread.interrupted();
        try {
            task.join(KILL_BOUND);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void kill(Process process) {
        // Children first: as long as one of them holds the pipe, it does not end.
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    /** Reads all that a process prints, and its end. */
    private static final class Reading implements Platform.Body {
        private final Process process;
        private final ReentrantLock lock = new ReentrantLock();
        private final Signal ended;

        @GuardedBy("lock")
        private @Nullable Outcome outcome;

        Reading(Process process, Platform platform) {
            this.process = process;
            this.ended = platform.signal(lock);
        }

        @Override
        public void run() throws InterruptedException {
            String printed = read();
            finish(new Outcome(process.waitFor(), printed));
        }

        private @Nullable String read() {
            try (InputStream out = process.getInputStream()) {
                byte[] printed = out.readNBytes(MAX_OUTPUT + 1);
                return printed.length > MAX_OUTPUT ? null : new String(printed, StandardCharsets.UTF_8);
            } catch (IOException broken) {
                // It was killed, or died; either way its exit code tells.
                return "";
            }
        }

        private void finish(Outcome result) {
            lock.lock();
            try {
                outcome = result;
                ended.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Nullable
        Outcome await(long deadline) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                boolean inTime = true;
                while (outcome == null && inTime) {
                    inTime = ended.awaitUntil(deadline);
                }
                return outcome;
            } finally {
                lock.unlock();
            }
        }
    }
}
