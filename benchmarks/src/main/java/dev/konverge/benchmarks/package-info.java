/**
 * The harness that measures Konverge beside its peers, in one run.
 *
 * <p>The way of a figure: {@link dev.konverge.benchmarks.Main} picks a {@link dev.konverge.benchmarks.Bench}, which holds
 * one {@link dev.konverge.benchmarks.Contest} or several. A contest starts each {@link dev.konverge.benchmarks.Contender} in
 * a process of its own, so that no one runs on code that was compiled for another, lets all warm up, and then measures them
 * in turns, round by round, so that what the machine does meanwhile falls on all alike. Medians become {@link
 * dev.konverge.benchmarks.Row}s, rows a {@link dev.konverge.benchmarks.Report}, and that a table and, on request, JSON.
 *
 * <p>To add a benchmark: implement {@link dev.konverge.benchmarks.Bench}, and list it in {@link
 * dev.konverge.benchmarks.Benches}.
 */
@NullMarked
package dev.konverge.benchmarks;

import org.jspecify.annotations.NullMarked;
