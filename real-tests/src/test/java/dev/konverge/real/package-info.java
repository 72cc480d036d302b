/**
 * The real layer: everything that speaks to an API server, against the real kube-apiserver with etcd; and the real
 * kube-controller-manager and kubectl against the embedded server. {@code ./konverge test --real} runs it.
 *
 * <p>Without a kubelet nothing runs in a pod, so what goes through one (logs, exec, attach, port-forward) is tested here only as far
 * as its refusal.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.real;
