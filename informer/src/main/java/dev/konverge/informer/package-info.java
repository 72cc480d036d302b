/**
 * Keeps an indexed local copy of a resource collection and tells what changed.
 *
 * <p>The way of the data, one direction only:
 *
 * <ol>
 *   <li>A {@link dev.konverge.informer.ListerWatcher} reads from the server: pages of a list, events of a watch.
 *   <li>The {@link dev.konverge.informer.Reflector} lists, watches, and lists again where it must. Its rules are a pure function,
 *       its thread does what they say.
 *   <li>A {@link dev.konverge.informer.DeltaQueue} carries what happened, as {@link dev.konverge.informer.Delta}s, to the thread
 *       of the {@link dev.konverge.informer.Controller}.
 *   <li>That thread applies it to the {@link dev.konverge.informer.Indexer}, the copy, and hands
 *       {@link dev.konverge.informer.Notification}s on.
 *   <li>Each {@link dev.konverge.informer.EventHandler} is called on a thread of its own.
 * </ol>
 *
 * <p>{@link dev.konverge.informer.SharedInformer} is all of that in one piece; every part can be used alone.
 */
package dev.konverge.informer;
