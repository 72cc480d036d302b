/**
 * The only code that touches the real clock, real threads, real randomness.
 *
 * <p>Every part that waits, starts something or draws a number takes a {@link dev.konverge.base.Platform} as a constructor
 * argument. {@link dev.konverge.base.Platform#real()} is the machine: system clock, virtual threads.
 * {@link dev.konverge.base.VirtualPlatform} is a simulation: time moves only when every task waits, one task runs at a time,
 * and the order is drawn from a seed, so that a whole cluster runs in one JVM, in microseconds, and a failure is repeated by
 * its seed.
 *
 * <p>The rule that makes this work: <em>whatever may block, blocks here</em>, in {@link dev.konverge.base.Signal#await()},
 * {@link dev.konverge.base.Platform#sleep} or {@link dev.konverge.base.Task#join}. A {@link
 * java.util.concurrent.locks.ReentrantLock} may be taken anywhere, as long as nothing waits while holding it.
 */
package dev.konverge.base;
