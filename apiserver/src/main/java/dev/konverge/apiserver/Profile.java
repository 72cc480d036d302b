package dev.konverge.apiserver;

/**
 * What runs beside the API, and who may use it.
 *
 * @param controllers whether garbage is collected, deleted namespaces are emptied and events expire, as the controllers of a
 *     cluster do
 * @param serviceAccounts whether each namespace gets a service account and pods run as one
 * @param endsPods whether a pod is gone when its time of grace is over, as if a kubelet had stopped it
 * @param systemRoles whether the roles of the parts of a cluster are there, such as that of its scheduler, or only those that are made
 *     for users
 * @param authorization how it is decided who may do what
 */
public record Profile(
        boolean controllers,
        boolean serviceAccounts,
        boolean endsPods,
        boolean systemRoles,
        Authorization authorization) {
    /** What a client notices of a whole cluster. */
    public static final Profile CLUSTER = new Profile(true, true, true, true, Authorization.RBAC);

    /** The same without service accounts and the roles of the system, for tests that count objects. */
    public static final Profile PLAIN = new Profile(true, false, true, false, Authorization.RBAC);

    /** Nothing but the API, as with a kube-apiserver that has no controllers. */
    public static final Profile BARE = new Profile(false, false, false, true, Authorization.RBAC);

    /** {@return this with another way to decide who may do what} */
    public Profile withAuthorization(Authorization newAuthorization) {
        return new Profile(controllers, serviceAccounts, endsPods, systemRoles, newAuthorization);
    }
}
