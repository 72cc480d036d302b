/**
 * The Maven goal that turns definitions of custom resources into Java sources, as a build goes: what {@code konverge generate} does by hand.
 */
@NullMarked
package dev.konverge.maven;

import org.jspecify.annotations.NullMarked;
