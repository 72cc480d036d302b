/**
 * Work queues: what stands between those who notice that something changed and those who do something about it.
 *
 * <p>Keys go in from any number of threads ({@link dev.konverge.workqueue.WorkQueue#add}), come out as claims ({@link
 * dev.konverge.workqueue.WorkQueue#get}), and are released by closing the claim. A key that failed goes back in with a delay that
 * a {@link dev.konverge.workqueue.RateLimiter} decides. The package knows nothing of what a key stands for.
 */
package dev.konverge.workqueue;
