package dev.konverge.controller.event;

import dev.konverge.model.core.v1.ObjectReference;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Writes events to the log, one line each, with a key and a value for each part. */
final class LogRecording implements ReportHandler {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

    private final Level normal;

    LogRecording(Level normal) {
        this.normal = normal;
    }

    @Override
    public void handle(Report report) {
        Occurrence occurrence = report.occurrence();
        ObjectReference object = occurrence.regarding();
        LOG.atLevel(occurrence.type() == EventType.WARNING ? Level.WARN : normal)
                .addKeyValue("object", name(object))
                .addKeyValue("kind", object.kind())
                .addKeyValue("apiVersion", object.apiVersion())
                .addKeyValue("type", occurrence.type().text())
                .addKeyValue("reason", occurrence.reason())
                .addKeyValue("message", occurrence.note())
                .log("Event occurred");
    }

    private static String name(ObjectReference object) {
        String namespace = Optional.ofNullable(object.namespace()).orElse("");
        return namespace.isEmpty() ? String.valueOf(object.name()) : namespace + "/" + object.name();
    }
}
