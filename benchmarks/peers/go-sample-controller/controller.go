package main

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/time/rate"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	appsinformers "k8s.io/client-go/informers/apps/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	appslisters "k8s.io/client-go/listers/apps/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
	foov1 "k8s.io/sample-controller/pkg/apis/samplecontroller/v1alpha1"
	clientset "k8s.io/sample-controller/pkg/generated/clientset/versioned"
	fooscheme "k8s.io/sample-controller/pkg/generated/clientset/versioned/scheme"
	fooinformers "k8s.io/sample-controller/pkg/generated/informers/externalversions/samplecontroller/v1alpha1"
	foolisters "k8s.io/sample-controller/pkg/generated/listers/samplecontroller/v1alpha1"
)

const agent = "sample-controller"

type controller struct {
	kube        kubernetes.Interface
	client      clientset.Interface
	deployments appslisters.DeploymentLister
	foos        foolisters.FooLister
	synced      []cache.InformerSynced
	queue       workqueue.TypedRateLimitingInterface[cache.ObjectName]
	recorder    record.EventRecorder
}

func newController(ctx context.Context, kube kubernetes.Interface, client clientset.Interface,
	deployments appsinformers.DeploymentInformer, foos fooinformers.FooInformer) *controller {
	if err := fooscheme.AddToScheme(scheme.Scheme); err != nil {
		panic(err)
	}
	broadcaster := record.NewBroadcaster(record.WithContext(ctx))
	broadcaster.StartStructuredLogging(0)
	broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: kube.CoreV1().Events("")})
	limiter := workqueue.NewTypedMaxOfRateLimiter(
		workqueue.NewTypedItemExponentialFailureRateLimiter[cache.ObjectName](5*time.Millisecond, 1000*time.Second),
		&workqueue.TypedBucketRateLimiter[cache.ObjectName]{Limiter: rate.NewLimiter(50, 300)})
	c := &controller{
		kube:        kube,
		client:      client,
		deployments: deployments.Lister(),
		foos:        foos.Lister(),
		synced:      []cache.InformerSynced{deployments.Informer().HasSynced, foos.Informer().HasSynced},
		queue:       workqueue.NewTypedRateLimitingQueue(limiter),
		recorder:    broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: agent}),
	}
	_, _ = foos.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueue,
		UpdateFunc: func(_, after any) { c.enqueue(after) },
	})
	_, _ = deployments.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: c.enqueueOwner,
		UpdateFunc: func(before, after any) {
			// A resync tells of every deployment again.
			if before.(*appsv1.Deployment).ResourceVersion != after.(*appsv1.Deployment).ResourceVersion {
				c.enqueueOwner(after)
			}
		},
		DeleteFunc: c.enqueueOwner,
	})
	return c
}

func (c *controller) run(ctx context.Context, workers int) error {
	defer c.queue.ShutDown()
	if !cache.WaitForCacheSync(ctx.Done(), c.synced...) {
		return fmt.Errorf("stopped before the caches had synced")
	}
	for range workers {
		go wait.UntilWithContext(ctx, c.work, time.Second)
	}
	<-ctx.Done()
	return nil
}

func (c *controller) work(ctx context.Context) {
	for {
		key, shutDown := c.queue.Get()
		if shutDown {
			return
		}
		c.process(ctx, key)
	}
}

func (c *controller) process(ctx context.Context, key cache.ObjectName) {
	defer c.queue.Done(key)
	if err := c.sync(ctx, key); err != nil {
		klog.FromContext(ctx).Error(err, "Error syncing; requeuing for later retry", "objectName", key)
		c.queue.AddRateLimited(key)
		return
	}
	c.queue.Forget(key)
	klog.FromContext(ctx).Info("Successfully synced", "objectName", key)
}

func (c *controller) sync(ctx context.Context, key cache.ObjectName) error {
	foo, err := c.foos.Foos(key.Namespace).Get(key.Name)
	if errors.IsNotFound(err) {
		return nil
	} else if err != nil {
		return err
	}
	name := foo.Spec.DeploymentName
	if name == "" {
		return nil
	}
	all := c.kube.AppsV1().Deployments(foo.Namespace)
	deployment, err := c.deployments.Deployments(foo.Namespace).Get(name)
	if errors.IsNotFound(err) {
		deployment, err = all.Create(ctx, wanted(foo), metav1.CreateOptions{FieldManager: agent})
	}
	if err != nil {
		return err
	}
	if !metav1.IsControlledBy(deployment, foo) {
		message := fmt.Sprintf("Resource %q already exists and is not managed by Foo", name)
		c.recorder.Event(foo, corev1.EventTypeWarning, "ErrResourceExists", message)
		return fmt.Errorf("%s", message)
	}
	if foo.Spec.Replicas != nil && *foo.Spec.Replicas != *deployment.Spec.Replicas {
		if deployment, err = all.Update(ctx, wanted(foo), metav1.UpdateOptions{FieldManager: agent}); err != nil {
			return err
		}
	}
	changed := foo.DeepCopy()
	changed.Status.AvailableReplicas = deployment.Status.AvailableReplicas
	if _, err = c.client.SamplecontrollerV1alpha1().Foos(foo.Namespace).
		UpdateStatus(ctx, changed, metav1.UpdateOptions{FieldManager: agent}); err != nil {
		return err
	}
	c.recorder.Event(foo, corev1.EventTypeNormal, "Synced", "Foo synced successfully")
	return nil
}

func (c *controller) enqueue(object any) {
	if key, err := cache.ObjectToName(object); err == nil {
		c.queue.Add(key)
	}
}

func (c *controller) enqueueOwner(object any) {
	if lost, ok := object.(cache.DeletedFinalStateUnknown); ok {
		object = lost.Obj
	}
	owned, ok := object.(metav1.Object)
	if !ok {
		return
	}
	owner := metav1.GetControllerOf(owned)
	if owner == nil || owner.Kind != "Foo" {
		return
	}
	if foo, err := c.foos.Foos(owned.GetNamespace()).Get(owner.Name); err == nil {
		c.enqueue(foo)
	}
}

func wanted(foo *foov1.Foo) *appsv1.Deployment {
	labels := map[string]string{"app": "nginx", "controller": foo.Name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{
			Name:            foo.Spec.DeploymentName,
			Namespace:       foo.Namespace,
			OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(foo, foov1.SchemeGroupVersion.WithKind("Foo"))},
		},
		Spec: appsv1.DeploymentSpec{
			Replicas: foo.Spec.Replicas,
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "nginx", Image: "nginx:latest"}}},
			},
		},
	}
}
