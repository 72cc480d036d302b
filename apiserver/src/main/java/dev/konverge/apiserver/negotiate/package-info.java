/**
 * The outermost step on the way in and on the way out: which form a request's body has and what is in it, which form
 * the client wants the answer in, and how the answer is written in it.
 *
 * <p>In: bytes and a {@code Content-Type} become a {@link dev.konverge.model.Json.Obj} tree in the order and form in
 * which Kubernetes itself would write it, with a list of what strict decoding has to say
 * ({@link dev.konverge.apiserver.negotiate.Bodies}). Out: an {@code Accept} header becomes an
 * {@link dev.konverge.apiserver.negotiate.Accepted}, and a tree becomes bytes in that form
 * ({@link dev.konverge.apiserver.negotiate.Answers}). Everything here is a pure function.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.negotiate;
