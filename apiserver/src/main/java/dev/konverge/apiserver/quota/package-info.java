/**
 * How much objects use of what a quota limits: pure functions from objects to amounts, for the admission that refuses what is too much
 * and for the upkeep that keeps count.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.quota;
