/** Work queues: each key to one worker at a time, deduplicated, delayed, backed off. */
@org.jspecify.annotations.NullMarked
module dev.konverge.workqueue {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.konverge.base;
    requires org.slf4j;

    exports dev.konverge.workqueue;
}
