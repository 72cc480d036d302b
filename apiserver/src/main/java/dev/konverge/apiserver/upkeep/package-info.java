/**
 * The upkeep: what the controllers of a real cluster do and no client of an API server can do without.
 *
 * <p>One task reads the changes of the store in their order and tells them to small cores, each a single-threaded class without I/O: the
 * garbage collector, the namespace controller and others. What they want done comes back as actions, which the task carries out through
 * {@link dev.konverge.apiserver.upkeep.Cluster}, the server as any client would use it; what that changes comes back as changes. When the
 * cores want nothing more, the task waits for the next change, so a server that nobody writes to is at rest.
 */
@NullMarked
package dev.konverge.apiserver.upkeep;

import org.jspecify.annotations.NullMarked;
