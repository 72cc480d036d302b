package dev.konverge.controller;

import dev.konverge.client.ClientSet;
import dev.konverge.controller.leader.FencedException;
import dev.konverge.model.Condition;
import dev.konverge.model.Conditions;
import dev.konverge.model.DeleteOptions;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Selector;
import dev.konverge.workqueue.Causes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * The only door of a {@link Reconciler} to anything that is not its object: reads, writes, events, time and randomness.
 *
 * <p>Reads come from the cache of the kinds that the controller declared ({@code owns}, {@code watches}, {@code reads}), cost
 * nothing, and are never older than what this controller wrote for this object. Writes go to the server at once, but for
 * {@link #statusAtEnd}. They are refused with {@link FencedException} as soon as this process may no longer be the leader; in plan mode they are only tried.
 *
 * <p>Belongs to one call of the reconciler, and to its thread.
 *
 * @param <T> the type of the objects that are reconciled
 */
public interface Scope<T extends Resource> extends CacheReader {
    /** {@return the namespace and name of the object} */
    Key key();

    /** {@return why the reconciler was called} */
    Causes causes();

    /** {@return how often in a row the reconciler failed for this object, 0 the first time} */
    int attempt();

    /**
     * {@return whether this is a plan, in which no write is stored} Whoever does something outside the server asks first.
     *
     * @see Manager#plan
     */
    boolean isPlan();

    // ---- reads

    /**
     * {@return an object, if the cache has it}
     *
     * @throws UndeclaredKindException if the controller did not declare the kind
     * @throws IllegalArgumentException if the key has a namespace and the kind knows none, or the other way round
     */
    @Override
    <R extends Resource> Optional<R> find(ResourceType<R> type, Key key);

    /**
     * {@return an object in the namespace of the reconciled one, if the cache has it}
     *
     * @throws IllegalArgumentException if it would have to be in a namespace, and the reconciled one is in none
     */
    <R extends Resource> Optional<R> find(ResourceType<R> type, String name);

    /** {@return the objects of a kind in the namespace of the reconciled one; all, if either knows no namespaces} */
    <R extends Resource> List<R> list(ResourceType<R> type);

    /** {@return the objects of a kind in the namespace of the reconciled one whose labels match} */
    default <R extends Resource> List<R> list(ResourceType<R> type, Selector selector) {
        return list(type).stream()
                .filter(object -> selector.matches(object.metadata().labels()))
                .toList();
    }

    /**
     * {@return the objects of a kind in a namespace}
     *
     * @throws IllegalArgumentException if one is named and the kind knows none, or the other way round
     */
    <R extends Resource> List<R> list(ResourceType<R> type, String namespace);

    /** {@return the objects of a kind, in all namespaces that the manager watches} */
    @Override
    <R extends Resource> List<R> listAll(ResourceType<R> type);

    /** {@return the objects of a kind that the reconciled object is the controller of} */
    <R extends Resource> List<R> owned(ResourceType<R> type);

    // ---- writes

    /**
     * Makes the fields of a partial object so (server-side apply), with the reconciled object as its controller and this
     * controller as the manager of the fields. Nothing is sent if the same was applied before and still holds. The reconciled object
     * itself gets no owner by it.
     *
     * @return the whole object
     */
    <R extends Resource> R apply(R desired);

    /** As {@link #apply}, for an object that shall outlive the reconciled one, or that already has an owner. */
    <R extends Resource> R applyUnowned(R desired);

    /**
     * Creates an object with the reconciled object as its controller.
     *
     * @return the object as the server stored it
     */
    <R extends Resource> R create(R object);

    /**
     * As {@link #create}, for an object that shall outlive the reconciled one, or that it cannot own.
     *
     * @return the object as the server stored it
     */
    <R extends Resource> R createUnowned(R object);

    /**
     * Sends what a change makes different, and nothing else: fields that a record does not know, because the server is newer, stay. Where a
     * list of objects changes, that costs a read, for those in its elements, and takes the right to {@code get} the object. Nothing is sent
     * if nothing is different. What somebody else has changed since the object was read is a conflict; what this call itself has changed in
     * the reconciled object since is not, and the change is made to the result.
     *
     * @param object an object from a read or a write of this scope
     * @return the object as the server stored it
     */
    <R extends Resource> R edit(R object, UnaryOperator<R> change);

    /**
     * Deletes an object, this very one: not another of that name. It may be gone already. What it owns is deleted after it, as
     * {@code kubectl} does it, also where the server would leave it: the pods of a Job.
     *
     * @param object an object from a read or a write of this scope
     */
    default void delete(Resource object) {
        delete(object, options -> {});
    }

    /**
     * As {@link #delete(Resource)}, with a say in how: what becomes of what it owns ({@code Background} unless it is changed here,
     * {@code Foreground} or {@code Orphan}), and how long it may take to end.
     *
     * {@snippet :
     * scope.delete(set, how -> how.propagationPolicy("Orphan"));
     * }
     */
    void delete(Resource object, Consumer<DeleteOptions.Builder> how);

    /**
     * Makes the status of the reconciled object that of another one. Nothing is sent if nothing is different. A list that is different is
     * made what is said here: who shares one with others, who may be newer, uses {@link #editStatus}.
     *
     * @param desired the reconciled object with another status; of all else in it no notice is taken
     * @return the object as the server stored it
     */
    T status(T desired);

    /**
     * As {@link #status}, once this call is over: while it is sent, the worker goes on to the next object. So who ends with a status
     * gets through more objects with as many workers; and of what was said along the way only the last is sent.
     *
     * <p>It is sent whatever the call ends with, also if it throws. The object is not given to anybody before the server has
     * answered. If it refuses, such as for a conflict, the object is looked at again with backoff, as after an exception.
     *
     * @param desired the reconciled object with another status; of all else in it no notice is taken
     */
    void statusAtEnd(T desired);

    /**
     * Sends what a change makes different in the status of any object, as {@link #edit} does with the rest, and at the same price.
     *
     * @param object an object from a read or a write of this scope
     * @param change gives the object with another status; of all else in it no notice is taken
     * @return the object as the server stored it
     */
    <R extends Resource> R editStatus(R object, UnaryOperator<R> change);

    /**
     * {@return conditions with one of them set, for a {@linkplain #status status}} It says that it is about the present generation of the
     * reconciled object; the time of its last transition changes only where its status does. If nothing is different, the same list comes back.
     *
     * @param conditions the conditions of the status as it is
     * @param type what it is about, such as {@code Ready}
     * @param status {@link Conditions#TRUE}, {@link Conditions#FALSE} or {@link Conditions#UNKNOWN}
     * @param reason why, in one word for programs
     * @param message why, for people
     */
    List<Condition> condition(List<Condition> conditions, String type, String status, String reason, String message);

    /**
     * {@return clients of the server, for what this scope has no word for: binding a pod, evicting one, reading a log} What they
     * write is fenced like every write, and in a plan it is a dry run like every write; but the plan is not told of it, and the next
     * call may see a cache that lacks it. In a plan channels, such as a command in a container, are refused.
     */
    ClientSet clients();

    // ---- events, time, randomness

    /** Tells people that something happened as it should. */
    void event(String reason, String message);

    /** Tells people that something went wrong. */
    void warning(String reason, String message);

    /** As {@link #event(String, String)}, of another object, to which the reconciled one is related. */
    void event(Resource regarding, String reason, String message);

    /** As {@link #warning(String, String)}, of another object, to which the reconciled one is related. */
    void warning(Resource regarding, String reason, String message);

    /** {@return the time} */
    Instant now();

    /** {@return random numbers} Not for secrets. */
    RandomGenerator random();
}
