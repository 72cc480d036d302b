/**
 * Bad input: valid requests are spoiled at random, and the server must refuse what it cannot take, by the book, and live on.
 *
 * <p>{@link dev.konverge.apiserver.mutation.Corpus} has the valid requests, {@link dev.konverge.apiserver.mutation.Mutations}
 * spoils them, {@link dev.konverge.apiserver.mutation.Judge} looks at the answers.
 */
package dev.konverge.apiserver.mutation;
