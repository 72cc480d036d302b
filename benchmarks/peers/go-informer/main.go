// client-go's informer, measured the way dev.konverge.benchmarks.informer measures the informers in Java.
//
//	go-informer WHO URL AUTHORITY CONTROL PODS FIELDS WINDOW-MILLIS TRICKLE
//
// prints one JSON object. WHO ends in -protobuf for protobuf; FIELDS is as_is, dropped or kept.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

const (
	nodeIndex    = "node"
	nodes        = 250
	indexTime    = 300 * time.Millisecond
	trickleMilli = 5
	quiet        = 300 * time.Millisecond
)

func main() {
	if len(os.Args) != 9 {
		fail("usage: go-informer WHO URL AUTHORITY CONTROL PODS FIELDS WINDOW-MILLIS TRICKLE")
	}
	figures := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4], number(os.Args[5]), os.Args[6],
		number(os.Args[7]), number(os.Args[8]))
	if err := json.NewEncoder(os.Stdout).Encode(figures); err != nil {
		fail(err.Error())
	}
}

func fail(why string) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(1)
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		fail("not a number: " + text)
	}
	return n
}

func run(who, url, authority, control string, pods int, fields string, window, trickle int) map[string]float64 {
	gauge := &gauge{}
	factory, informer := informer(who, url, authority, fields, gauge)
	empty := heap()
	stop := make(chan struct{})
	factory.Start(stop)
	if !cache.WaitForCacheSync(stop, informer.HasSynced) {
		fail("not synced")
	}
	figures := map[string]float64{
		"cpu":     processorTime().Seconds(),
		"synced":  float64(time.Now().UnixMicro()-started()) / 1e6,
		"threads": threads(),
	}
	if n := len(informer.GetIndexer().ListKeys()); n != pods {
		fail(fmt.Sprintf("synced with %d of %d pods", n, pods))
	}
	if window > 0 {
		figures["index"] = index(informer.GetIndexer())
	}
	figures["heap"] = float64(heap()-empty) / float64(pods)
	if window > 0 {
		connection, err := net.Dial("tcp", "127.0.0.1:"+control)
		if err != nil {
			fail(err.Error())
		}
		answers := bufio.NewReader(connection)
		measureFlood(connection, answers, gauge, window, figures)
		measureTrickle(connection, answers, gauge, trickle, figures)
		connection.Close()
		figures["heap-later"] = float64(heap()-empty) / float64(pods)
	}
	close(stop)
	factory.Shutdown()
	return figures
}

func informer(who, url, authority, fields string, gauge *gauge) (informers.SharedInformerFactory, cache.SharedIndexInformer) {
	config := &rest.Config{Host: url, TLSClientConfig: rest.TLSClientConfig{CAFile: authority}}
	if strings.HasSuffix(who, "-protobuf") {
		config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
		config.ContentType = "application/vnd.kubernetes.protobuf"
	} else {
		config.AcceptContentTypes = "application/json"
		config.ContentType = "application/json"
	}
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		fail(err.Error())
	}
	var options []informers.SharedInformerOption
	if fields == "dropped" {
		options = append(options, informers.WithTransform(trim))
	}
	factory := informers.NewSharedInformerFactoryWithOptions(clients, 0, options...)
	pods := factory.Core().V1().Pods().Informer()
	err = pods.AddIndexers(cache.Indexers{nodeIndex: func(object any) ([]string, error) {
		return []string{object.(*corev1.Pod).Spec.NodeName}, nil
	}})
	if err != nil {
		fail(err.Error())
	}
	if _, err = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) {},
		UpdateFunc: func(_, after any) { gauge.updated(after.(*corev1.Pod).ResourceVersion) },
		DeleteFunc: func(any) {},
	}); err != nil {
		fail(err.Error())
	}
	return factory, pods
}

// trim drops managed fields before an object is kept.
func trim(object any) (any, error) {
	if pod, isPod := object.(*corev1.Pod); isPod {
		pod.ManagedFields = nil
	}
	return object, nil
}

// gauge is what a handler hears: how many changes, and, while it is asked to, how late.
type gauge struct {
	count  atomic.Int64
	timed  atomic.Int64
	delays atomic.Pointer[[]int64]
}

// updated takes the version of a changed pod, which is the time at which it was sent.
func (g *gauge) updated(version string) {
	if delays := g.delays.Load(); delays != nil {
		if place := g.timed.Add(1) - 1; place < int64(len(*delays)) {
			sent, err := strconv.ParseInt(version, 10, 64)
			if err != nil {
				fail(err.Error())
			}
			(*delays)[place] = time.Now().UnixMicro() - sent
		}
	}
	g.count.Add(1)
}

func (g *gauge) awaitQuiet() {
	for {
		before := g.count.Load()
		time.Sleep(quiet)
		if g.count.Load() == before {
			return
		}
	}
}

// started is the time at which this process was started, as whoever did it says.
func started() int64 {
	micros, err := strconv.ParseInt(os.Getenv("BENCH_STARTED"), 10, 64)
	if err != nil {
		fail("BENCH_STARTED: " + err.Error())
	}
	return micros
}

// processorTime is that of the whole process, the collector's included.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail(err.Error())
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func threads() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, "Threads:"); found {
			return float64(number(strings.TrimSpace(rest)))
		}
	}
	return 0
}

func heap() int64 {
	var stats runtime.MemStats
	for range 3 {
		runtime.GC()
	}
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

func index(pods cache.Indexer) float64 {
	names := make([]string, nodes)
	for i := range names {
		names[i] = fmt.Sprintf("node-pool-a-%03d.eu-central-1.example.net", i)
	}
	lists, found := 0, 0
	start := time.Now()
	for time.Since(start) < indexTime {
		for _, name := range names {
			list, err := pods.ByIndex(nodeIndex, name)
			if err != nil {
				fail(err.Error())
			}
			found += len(list)
		}
		lists += nodes
	}
	if found == 0 {
		fail("no pods are found by their node")
	}
	return float64(time.Since(start).Microseconds()) / float64(lists)
}

func tell(connection net.Conn, order string) {
	if _, err := fmt.Fprintln(connection, order); err != nil {
		fail(err.Error())
	}
}

func await(answers *bufio.Reader) string {
	line, err := answers.ReadString('\n')
	if err != nil {
		fail("the server of the benchmark has ended")
	}
	return strings.TrimSpace(line)
}

// measureFlood tells the server how each window of time went, until it says that the rate is steady.
func measureFlood(connection net.Conn, answers *bufio.Reader, gauge *gauge, millis int, figures map[string]float64) {
	tell(connection, "flood")
	await(answers)
	for gauge.count.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	answer := "more"
	for answer == "more" {
		countBefore, processorBefore, start := gauge.count.Load(), processorTime(), time.Now()
		time.Sleep(time.Duration(millis) * time.Millisecond)
		changes, nanos := gauge.count.Load()-countBefore, time.Since(start).Nanoseconds()
		tell(connection, fmt.Sprintf("window %d %d %d", changes, nanos, (processorTime()-processorBefore).Nanoseconds()))
		answer = await(answers)
	}
	var rate, cost float64
	if _, err := fmt.Sscan(answer, &rate, &cost); err != nil {
		fail("the flood ended with " + answer)
	}
	figures["events"] = rate
	figures["event-cost"] = cost / 1e3
	gauge.awaitQuiet()
}

func measureTrickle(connection net.Conn, answers *bufio.Reader, gauge *gauge, count int, figures map[string]float64) {
	places := make([]int64, count)
	gauge.delays.Store(&places)
	tell(connection, fmt.Sprintf("trickle %d %d", count, trickleMilli))
	await(answers)
	gauge.awaitQuiet()
	delays := slices.Clone(places[:min(int64(count), gauge.timed.Load())])
	slices.Sort(delays)
	figures["latency"] = float64(delays[len(delays)/2])
	figures["latency-99"] = float64(delays[len(delays)*99/100])
}
