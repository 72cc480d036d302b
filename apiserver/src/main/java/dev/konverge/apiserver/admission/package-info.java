/**
 * Admission: what a server changes in an object or refuses because of what else is in the cluster.
 *
 * <p>A write comes here from the verbs twice: before its fields are checked, when it may still be changed, and before it is stored, when
 * it can only be refused. Each plugin of a real server that clients notice is one small class; webhooks and policies will be others.
 */
@NullMarked
package dev.konverge.apiserver.admission;

import org.jspecify.annotations.NullMarked;
