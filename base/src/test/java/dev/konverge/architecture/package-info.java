/** The rules of shape that the build checks in every module. */
@org.jspecify.annotations.NullMarked
package dev.konverge.architecture;
