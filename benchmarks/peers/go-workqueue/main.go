// client-go's work queue, measured the way dev.konverge.benchmarks.workqueue measures the queues in Java.
//
//	go-workqueue ROW KEYS
//
// measures for BENCH_MILLIS milliseconds and prints one JSON object.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"k8s.io/client-go/util/workqueue"
)

const (
	distinct   = 1000
	shortDelay = 100 * time.Millisecond
)

func main() {
	if len(os.Args) != 3 {
		fail("usage: go-workqueue ROW KEYS")
	}
	row := os.Args[1]
	count, err := strconv.Atoi(os.Args[2])
	if err != nil {
		fail("not a number of keys: " + os.Args[2])
	}
	keys := uniqueKeys(count)
	var figures map[string]float64
	switch {
	case row == "delayed-add":
		after := delays(count, time.Hour)
		figures = rate(func() (time.Duration, int) { return addDelayed(keys, after), count })
	case row == "delayed":
		after := delays(count, 0)
		figures = rate(func() (time.Duration, int) { return handOutDelayed(keys, after), count })
	case row == "waiting-memory":
		figures = retained(keys, holdWaiting)
	case row == "delayed-memory":
		figures = retained(keys, holdDelayed)
	case strings.HasPrefix(row, "unique-"):
		figures = rate(func() (time.Duration, int) { return cycle(keys, pairs(row), len(keys)) })
	case strings.HasPrefix(row, "duplicates-"):
		keys = withDuplicates(keys)
		figures = rate(func() (time.Duration, int) { return cycle(keys, pairs(row), 1) })
	default:
		fail("no such row: " + row)
	}
	if err := json.NewEncoder(os.Stdout).Encode(figures); err != nil {
		fail(err.Error())
	}
}

func fail(why string) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(1)
}

// pairs reads the number at the end of a row's name.
func pairs(row string) int {
	n, err := strconv.Atoi(row[strings.LastIndex(row, "-")+1:])
	if err != nil {
		fail("no such row: " + row)
	}
	return n
}

func uniqueKeys(count int) []string {
	keys := make([]string, count)
	for i := range keys {
		keys[i] = fmt.Sprintf("namespace-%d/name-%d", i%100, i)
	}
	return keys
}

func withDuplicates(unique []string) []string {
	random := rand.New(rand.NewSource(1))
	keys := make([]string, len(unique))
	for i := range keys {
		keys[i] = unique[random.Intn(min(distinct, len(unique)))]
	}
	return keys
}

// delays are up to shortDelay longer than from, in no order.
func delays(count int, from time.Duration) []time.Duration {
	random := rand.New(rand.NewSource(1))
	delays := make([]time.Duration, count)
	for i := range delays {
		delays[i] = from + 1 + time.Duration(random.Int63n(int64(shortDelay)))
	}
	return delays
}

// rate repeats run, which says how long it took for how many operations, until enough processor time was measured. The first
// time does not count. As in the JVMs the heap is in memory before and has no garbage of it; that of the runs that count is
// theirs.
func rate(run func() (time.Duration, int)) map[string]float64 {
	millis, err := strconv.Atoi(os.Getenv("BENCH_MILLIS"))
	if err != nil {
		millis = 1000
	}
	enough := time.Duration(millis) * time.Millisecond
	var operations int
	var elapsed, processor time.Duration
	touchHeap()
	run()
	runtime.GC()
	for processor < enough && elapsed < 4*enough {
		before := processorTime()
		time, count := run()
		processor += processorTime() - before
		elapsed += time
		operations += count
	}
	return map[string]float64{
		"rate": float64(operations) / elapsed.Seconds(),
		"cost": float64(processor.Nanoseconds()) / float64(operations),
	}
}

// touchHeap has the system hand out the memory that GOMEMLIMIT allows, as -XX:+AlwaysPreTouch does, if there is such a limit.
func touchHeap() {
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		return
	}
	// An eighth is for what is not the heap.
	heap := make([]byte, limit-limit/8)
	for i := 0; i < len(heap); i += os.Getpagesize() {
		heap[i] = 1
	}
	runtime.KeepAlive(heap)
}

// processorTime is that of the whole process, the collector's included.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail(err.Error())
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// cycle counts an add as an operation, and so a hand-out with its return.
func cycle(keys []string, pairs int, atLeast int) (time.Duration, int) {
	queue := workqueue.NewTyped[string]()
	var producers, workers sync.WaitGroup
	var cycles atomic.Int64
	start := time.Now()
	for i := 0; i < pairs; i++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			n := int64(0)
			for {
				key, shutdown := queue.Get()
				if shutdown {
					break
				}
				queue.Done(key)
				n++
			}
			cycles.Add(n)
		}()
	}
	for i := 0; i < pairs; i++ {
		part := keys[len(keys)*i/pairs : len(keys)*(i+1)/pairs]
		producers.Add(1)
		go func() {
			defer producers.Done()
			for _, key := range part {
				queue.Add(key)
			}
		}()
	}
	producers.Wait()
	queue.ShutDown()
	workers.Wait()
	elapsed := time.Since(start)
	if cycles.Load() < int64(atLeast) {
		fail(fmt.Sprintf("%d cycles of %d keys", cycles.Load(), len(keys)))
	}
	return elapsed, len(keys) + int(cycles.Load())
}

func addDelayed(keys []string, delays []time.Duration) time.Duration {
	queue := workqueue.NewTypedDelayingQueue[string]()
	defer queue.ShutDown()
	start := time.Now()
	for i, key := range keys {
		queue.AddAfter(key, delays[i])
	}
	return time.Since(start)
}

func handOutDelayed(keys []string, delays []time.Duration) time.Duration {
	queue := workqueue.NewTypedDelayingQueue[string]()
	defer queue.ShutDown()
	start := time.Now()
	go func() {
		for i, key := range keys {
			queue.AddAfter(key, delays[i])
		}
	}()
	for range keys {
		key, _ := queue.Get()
		queue.Done(key)
	}
	return time.Since(start)
}

// retained is the heap with the queue minus the heap without, by key; the keys themselves are held either way.
func retained(keys []string, hold func([]string) any) map[string]float64 {
	before := heap()
	held := hold(keys)
	after := heap()
	runtime.KeepAlive(held)
	runtime.KeepAlive(keys)
	return map[string]float64{"retained": float64(after-before) / float64(len(keys))}
}

func heap() int64 {
	var stats runtime.MemStats
	for i := 0; i < 3; i++ {
		runtime.GC()
	}
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

func holdWaiting(keys []string) any {
	queue := workqueue.NewTyped[string]()
	for _, key := range keys {
		queue.Add(key)
	}
	return queue
}

func holdDelayed(keys []string) any {
	queue := workqueue.NewTypedDelayingQueue[string]()
	for _, key := range keys {
		queue.AddAfter(key, time.Hour)
	}
	// The last thousand may still be on their way to the goroutine that holds them.
	time.Sleep(100 * time.Millisecond)
	return queue
}
