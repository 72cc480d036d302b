/** What the tests of this module share. */
package dev.konverge.controller.testing;
