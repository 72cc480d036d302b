package dev.konverge.model.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How server-side apply merges an object or a map. Without it, each field or entry has an owner of its own. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
public @interface MapType {
    /** {@return what has an owner} */
    Merge value();

    /** What has an owner. */
    enum Merge {
        /** Each field or entry: different appliers can give different ones. */
        GRANULAR,
        /** The whole: who applies it replaces it. */
        ATOMIC
    }
}
