/**
 * How cost grows: the same work at three sizes, and the exponent of the power law through the costs of the two largest.
 *
 * <p>Every work runs whole in one process, server, client and all, so that a cost that grows anywhere on the way shows. An exponent
 * of 1 is linear; nothing may be worse.
 */
@NullMarked
package dev.konverge.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
