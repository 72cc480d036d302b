/** What stands between the machinery and ports that somebody else has written. */
package dev.konverge.controller.guard;
