/**
 * The {@code konverge} command, as the launcher at the root of the repository starts it.
 *
 * <p>{@link dev.konverge.cli.Main} is the whole way of a call: arguments in, exit code out. A command is a class with one
 * method a subcommand, whose parameters are its options; {@link dev.konverge.cli.Commands} lists them. What a user did wrong
 * is one line and exit code 2; what we did wrong is one line, exit code 1, and the stack trace on request.
 */
package dev.konverge.cli;
