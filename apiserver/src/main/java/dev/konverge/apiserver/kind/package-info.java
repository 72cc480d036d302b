/**
 * The kinds: what is particular to each of them, as data and pure functions.
 *
 * <p>A request for an object comes here from the verbs with the object as a tree, and goes back as the tree to be stored, or as a
 * list of what is wrong with it. {@link dev.konverge.apiserver.kind.KindRules} is the whole face of it. What the schema of the built-in
 * kinds says (fields, presence, static defaults, allowed values) is read from there; what it does not say is a row of a table here.
 */
@NullMarked
package dev.konverge.apiserver.kind;

import org.jspecify.annotations.NullMarked;
