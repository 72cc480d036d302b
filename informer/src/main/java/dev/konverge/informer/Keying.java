package dev.konverge.informer;

/**
 * How a {@link HashTrie} tells entries apart.
 *
 * @param <K> the type of the keys
 * @param <E> the type of the entries
 */
interface Keying<K, E> {
    /** {@return the hash of a key} Its bits are used as they are, highest first, so it must be well mixed. */
    int hash(K key);

    /** {@return the key of an entry} */
    K key(E entry);

    /**
     * {@return zero if a key is that of an entry, else a number less or greater than zero that puts entries in an order}
     *
     * <p>Who chooses names can choose such as have the same hash. With an order that costs a look-up little.
     */
    int compare(E entry, K key);

    /** {@return a hash with its bits mixed} Names that are counted up differ in few of them. */
    static int mix(int hash) {
        int mixed = hash * 0x9E3779B9;
        return mixed ^ (mixed >>> 16);
    }
}
