package dev.konverge.client;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a container's log is read.
 *
 * @param container the container; empty if there is only one
 * @param follow whether to wait for more at the end
 * @param previous whether to read the log of the container's last life
 * @param timestamps whether each line begins with its time
 * @param since how old lines may be at most; null for any age
 * @param sinceTime when lines may have been written at the earliest; null for any time
 * @param tailLines how many lines at the end; null for all
 * @param limitBytes how many bytes at most; null for all
 */
public record LogOptions(
        String container,
        boolean follow,
        boolean previous,
        boolean timestamps,
        @Nullable Duration since,
        @Nullable Instant sinceTime,
        @Nullable Integer tailLines,
        @Nullable Long limitBytes)
        implements QueryOptions {
    /** All that there is of the only container. */
    public static final LogOptions NONE = new LogOptions("", false, false, false, null, null, null, null);

    @Override
    public void addTo(BiConsumer<String, String> query) {
        QueryOptions.add(query, "container", container);
        QueryOptions.add(query, "follow", follow ? "true" : "");
        QueryOptions.add(query, "previous", previous ? "true" : "");
        QueryOptions.add(query, "timestamps", timestamps ? "true" : "");
        QueryOptions.addSeconds(query, "sinceSeconds", since);
        QueryOptions.add(query, "sinceTime", sinceTime == null ? "" : sinceTime.toString());
        QueryOptions.add(query, "tailLines", tailLines == null ? "" : tailLines.toString());
        QueryOptions.add(query, "limitBytes", limitBytes == null ? "" : limitBytes.toString());
    }

    /** {@return these options with another value: the container} */
    public LogOptions withContainer(String container) {
        return new LogOptions(container, follow, previous, timestamps, since, sinceTime, tailLines, limitBytes);
    }

    /** {@return these options with another value: whether to wait for more at the end} */
    public LogOptions withFollow(boolean follow) {
        return new LogOptions(container, follow, previous, timestamps, since, sinceTime, tailLines, limitBytes);
    }

    /** {@return these options with another value: whether to read the log of the container's last life} */
    public LogOptions withPrevious(boolean previous) {
        return new LogOptions(container, follow, previous, timestamps, since, sinceTime, tailLines, limitBytes);
    }

    /** {@return these options with another value: whether each line begins with its time} */
    public LogOptions withTimestamps(boolean timestamps) {
        return new LogOptions(container, follow, previous, timestamps, since, sinceTime, tailLines, limitBytes);
    }

    /** {@return these options with another value: how old lines may be at most} */
    public LogOptions withSince(Duration since) {
        return new LogOptions(container, follow, previous, timestamps, since, sinceTime, tailLines, limitBytes);
    }

    /** {@return these options with another value: when lines may have been written at the earliest} */
    public LogOptions withSinceTime(Instant sinceTime) {
        return new LogOptions(container, follow, previous, timestamps, since, sinceTime, tailLines, limitBytes);
    }

    /** {@return these options with another value: how many lines at the end} */
    public LogOptions withTailLines(Integer tailLines) {
        return new LogOptions(container, follow, previous, timestamps, since, sinceTime, tailLines, limitBytes);
    }

    /** {@return these options with another value: how many bytes at most} */
    public LogOptions withLimitBytes(Long limitBytes) {
        return new LogOptions(container, follow, previous, timestamps, since, sinceTime, tailLines, limitBytes);
    }
}
