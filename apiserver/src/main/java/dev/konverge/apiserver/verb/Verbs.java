package dev.konverge.apiserver.verb;

/**
 * What can be done to objects.
 *
 * @param creating makes new ones
 * @param updating changes them
 * @param patching changes them by patches
 * @param deleting deletes them
 */
record Verbs(Creating creating, Updating updating, Patching patching, Deleting deleting) {}
