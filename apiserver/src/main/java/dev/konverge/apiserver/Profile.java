package dev.konverge.apiserver;

/**
 * What runs beside the API.
 *
 * @param controllers whether garbage is collected, deleted namespaces are emptied and events expire, as the controllers of a
 *     cluster do
 * @param serviceAccounts whether each namespace gets a service account and pods run as one
 * @param endsPods whether a pod is gone when its time of grace is over, as if a kubelet had stopped it
 */
public record Profile(boolean controllers, boolean serviceAccounts, boolean endsPods) {
    /** What a client notices of a whole cluster. */
    public static final Profile CLUSTER = new Profile(true, true, true);

    /** The same without service accounts, for tests that count objects. */
    public static final Profile PLAIN = new Profile(true, false, true);

    /** Nothing but the API, as with a kube-apiserver that has no controllers. */
    public static final Profile BARE = new Profile(false, false, false);
}
