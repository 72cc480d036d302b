package dev.konverge.apiserver;

/** How a server decides whether a user may do something. */
public enum Authorization {
    /** By the roles and bindings that are stored; members of {@code system:masters} may do everything. */
    RBAC,
    /** Everybody may do everything. */
    ALWAYS_ALLOW
}
