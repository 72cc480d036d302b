// Runs the Foo controller of the Kubernetes sample, with its own generated clients, informers and listers, and without the
// client's throttle: a program for the benchmark "controller". The sample's controller is in its package main, which cannot
// be imported; what is here has the same parts in the same places.
package main

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"syscall"
	"time"

	kubeinformers "k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
	clientset "k8s.io/sample-controller/pkg/generated/clientset/versioned"
	fooinformers "k8s.io/sample-controller/pkg/generated/informers/externalversions"
)

const (
	workers = 2
	resync  = 30 * time.Second
)

func main() {
	klog.InitFlags(nil)
	kubeconfig := flag.String("kubeconfig", "", "the server to work on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *kubeconfig); err != nil {
		klog.ErrorS(err, "the controller ended")
		klog.FlushAndExit(klog.ExitFlushTimeout, 1)
	}
}

func run(ctx context.Context, kubeconfig string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	// As shipped, the client lets 5 requests a second pass; that would be all that is measured.
	config.QPS = -1
	kube, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	foos, err := clientset.NewForConfig(config)
	if err != nil {
		return err
	}
	kubeFactory := kubeinformers.NewSharedInformerFactory(kube, resync)
	fooFactory := fooinformers.NewSharedInformerFactory(foos, resync)
	controller := newController(ctx, kube, foos,
		kubeFactory.Apps().V1().Deployments(), fooFactory.Samplecontroller().V1alpha1().Foos())
	kubeFactory.Start(ctx.Done())
	fooFactory.Start(ctx.Done())
	return controller.run(ctx, workers)
}
