/** Work queues beside client-go's and the official Java client's: cycles, duplicates, delays, memory. */
package dev.konverge.benchmarks.workqueue;
