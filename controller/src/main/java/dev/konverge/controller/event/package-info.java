/**
 * Events: telling people what happens to objects.
 *
 * <p>An {@link dev.konverge.controller.event.EventRecorder} turns an {@link dev.konverge.controller.event.Occurrence} into a report
 * and puts it into the queues of the {@link dev.konverge.controller.event.Broadcast}, one for each listener and object. From there
 * a thread takes it to the log, or decides whether and how the API is told of it: as a new event, as a count of one that exists, as
 * part of a series, or not at all. Nothing here ever makes the one who records wait.
 */
package dev.konverge.controller.event;
