package dev.konverge.client.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.ExecPlugin;
import dev.konverge.client.config.ExecPlugin.InteractiveMode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs an exec plugin and reads what it prints. One that hangs is killed, with all that it started. */
final class ExecRun {
    /** More than any credential; what prints more is not a plugin. */
    private static final int MAX_OUTPUT = 1 << 20;

    private static final Duration KILL_BOUND = Duration.ofSeconds(2);

    private final ExecPlugin plugin;
    private final Environment environment;
    private final Platform platform;
    private final Duration limit;

    ExecRun(ExecPlugin plugin, Environment environment, Platform platform, Duration limit) {
        this.plugin = plugin;
        this.environment = environment;
        this.platform = platform;
        this.limit = limit;
    }

    /**
     * What came of a run.
     *
     * @param code the exit code
     * @param printed what was printed, or null if it was too much
     */
    private record Outcome(int code, @Nullable String printed) {}

    /**
     * {@return what the plugin printed}
     *
     * @throws ConfigException if it cannot be run, fails, hangs, or prints something else
     * @throws InterruptedException if the thread was interrupted; the plugin has been killed then
     */
    ExecCredential run() throws InterruptedException {
        boolean interactive = interactive();
        Process process = start(interactive);
        Outcome outcome = await(process);
        if (outcome.code() != 0) {
            throw ExecCredential.bad(plugin, "it failed with exit code " + outcome.code());
        }
        String printed = outcome.printed();
        if (printed == null) {
            throw ExecCredential.bad(plugin, "it printed more than " + MAX_OUTPUT + " bytes");
        }
        return ExecCredential.parse(printed, plugin);
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
        if (isFound()) {
            // The text of the cause may hold arguments, so it stays a cause.
            return new ConfigException("it cannot be run", where, "check that it is a program", cause);
        }
        return new ConfigException(
                "executable " + plugin.command() + " not found",
                where,
                plugin.installHint().isEmpty()
                        ? "install it, or correct command"
                        : plugin.installHint().strip(),
                cause);
    }

    private boolean isFound() {
        if (plugin.command().contains("/") || plugin.command().contains(File.separator)) {
            return Files.exists(Path.of(plugin.command()));
        }
        for (String directory : environment.variable("PATH").split(Pattern.quote(File.pathSeparator), -1)) {
            if (Files.exists(Path.of(directory, plugin.command()))) {
                return true;
            }
        }
        return false;
    }

    /** Pipes cannot be waited for with an interrupt, so a task of its own reads, and this thread waits for the task. */
    private Outcome await(Process process) throws InterruptedException {
        Reading reading = new Reading(process, platform);
        Task task = platform.start("exec-plugin", reading);
        boolean done = false;
        try {
            Outcome outcome = reading.await(platform.clock().deadlineAfter(limit));
            if (outcome == null) {
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
